/** Requests per operation on one platform: few enough that most data stays intact, enough that new data is used. */
export const chapterRequests = 4;
