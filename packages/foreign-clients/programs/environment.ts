const { BASE_URL = '', TOKEN_ID = '', TOKEN_SECRET = '' } = process.env;

export const baseUrl = BASE_URL;
export const username = TOKEN_ID;
export const password = TOKEN_SECRET;
export const authorization = `Basic ${btoa(`${username}:${password}`)}`;
