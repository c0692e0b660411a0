/** How long after an answer without a complete check it is requested again, the longer the more often. */
export const checkDelaysMs = [150, 300, 600, 1000];
