/** Keys whose values are names that programs compare, not text that people read. */
const NAMES = new Set([
  'type',
  'kind',
  'toolKind',
  'status',
  'stream',
  'outcome',
  'code',
  'toolCallId',
  'approvalId',
  'requestId',
  'optionId',
]);

/** The same value with every text in it changed, however deep it lies. Names stay as they are. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change)) as Value;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        NAMES.has(key) ? item : mapTexts(item, change),
      ]),
    ) as Value;
  }
  return value;
}
