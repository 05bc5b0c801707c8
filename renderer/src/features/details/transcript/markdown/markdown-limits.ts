/** A message beyond this is shown as it came: nobody reads it for its headings. */
const LONGEST_MESSAGE = 32 * 1024;
/** What can be read within a frame or two, however it is made. */
const LONGEST_BLOCK = 8 * 1024;
/** Quotes and lists within each other, at the beginning of a line. */
const DEEP_NESTING = /^[ \t]*(?:[>*+][ \t]?|-[ \t]+|\d{1,9}[.)][ \t]+){16}/m;

export function isTooLongForMarkdown(message: string): boolean {
  return message.length > LONGEST_MESSAGE;
}

/** Whether a block is worth reading as markdown, before it costs anything. */
export function isPlainBlock(block: string): boolean {
  return block.length > LONGEST_BLOCK || DEEP_NESTING.test(block);
}
