import { authorization, baseUrl } from './environment.ts';

/** The function that sends requests for orval's code; users of orval write it themselves. */
export async function send<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const headers = { ...options.headers, authorization };
  const response = await fetch(`${baseUrl}${path}`, { ...options, headers });
  const text = await response.text();
  const data = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(`${options.method} ${path}: ${response.status} ${text}`);
  return { data, status: response.status, headers: response.headers } as Answer;
}
