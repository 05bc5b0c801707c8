import { once } from 'node:events';
import path from 'node:path';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';

/** Opens many fresh files one after another, and reports what went wrong. */
const [, , folder = '', count = '0'] = process.argv;
process.send?.('ready');
await once(process, 'message');
const failures: string[] = [];
for (let index = 0; index < Number(count); index += 1) {
  try {
    openDatabase({ file: path.join(folder, `${index}.db`), binding: null }).close();
  } catch (error) {
    failures.push(String(error));
  }
}
process.send?.(failures, () => process.disconnect());
