/** The longest document that is parsed, in tokens, over HTTP and WebSocket alike. The full inventory view needs about 150. */
export const maxTokens = 1_000
