import path from 'node:path';
import { expect, test } from '@playwright/test';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

test('the document names its script in a header, before it is read', async () => {
  const folder = temporaryFolder('page-start');
  const window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
  try {
    const response = await window.page.reload();
    const source = await window.page.evaluate(() => document.querySelector('script')?.src ?? '');
    expect((await response?.allHeaders())?.link).toContain(
      `<${source}>; rel=modulepreload; crossorigin`,
    );
  } finally {
    await window.close();
    folder.remove();
  }
});
