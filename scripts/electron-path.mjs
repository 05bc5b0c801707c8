import { installDependencies } from './setup/dependencies.mjs';
import { main } from './setup/progress.mjs';
import { setUpElectron } from './setup/setup.mjs';

await main(async () => {
  await installDependencies();
  console.log(await setUpElectron());
  return 0;
});
