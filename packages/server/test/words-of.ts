/** An answer without the id of its request, so that two answers can be compared. */
export function wordsOf({ text }: { readonly text: string }): string {
  return text.replace(/"requestId":"ApiRequest:[^"]+"/, '"requestId":""');
}
