/** Makes a `switch` over a closed set fail to compile when a member is added, and fail loudly if one slips in at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected member of a closed set: ${JSON.stringify(value)}`);
}
