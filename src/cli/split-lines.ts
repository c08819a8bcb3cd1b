/**
 * Splits a UTF-8 byte stream into lines, yielding all that a chunk completes at once. The last line may lack a line
 * end.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  rest += decoder.decode()
  if (rest !== '') yield [rest]
}
