import { common, createLowlight } from 'lowlight';
import { type Token, tokensByLine } from './tokens.ts';

const lowlight = createLowlight(common);

export function knowsLanguage(language: string): boolean {
  return lowlight.registered(language);
}

/** One list of tokens for each line of the text. */
export function highlight(language: string, text: string): readonly (readonly Token[])[] {
  return tokensByLine(lowlight.highlight(language, text));
}
