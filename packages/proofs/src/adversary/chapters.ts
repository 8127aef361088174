/** Requests of each operation on one platform: few enough for what there is to stay mostly as it was made, many enough for what was made to be used. */
export const chapterRequests = 4;
