/** An answer without the name of its request, so that two of them can be compared. */
export function wordsOf({ text }: { readonly text: string }): string {
  return text.replace(/"requestId":"ApiRequest:[^"]+"/, '"requestId":""');
}
