/** Some people keep a token in the address of a remote. */
export function withoutPasswords(text: string): string {
  return text.replace(/(\w:\/\/)[^\s/@]+@/g, '$1');
}
