import { type Message } from '../../../api/messages/messages.ts'
import { isChainType } from '../../../chain/chainColumns.ts'

/** Whether the document of a message is stored and takes part in chains. */
export const hasChain = ({ decoded }: Pick<Message, 'decoded'>): boolean => !!decoded && isChainType(decoded.type)
