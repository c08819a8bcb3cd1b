/** Responses shorter than this are not worth compressing, in bytes. */
export const minCompressedBytes = 1_024
