import { main } from './setup/progress.mjs';
import { setUpElectron } from './setup/setup.mjs';

await main(async () => {
  console.log(await setUpElectron());
  return 0;
});
