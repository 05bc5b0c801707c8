import { app } from 'electron';
import type { Shown } from '../shared/shown.ts';
import { DEEP_LINK_SCHEME, deepLinkIn, linkRegistration, parseDeepLink } from './deep-link.ts';

/**
 * Opens what links point at, however the system hands them over: with this start, with a second one that ends at once,
 * or as an event. `open` is told of null for a second start without a link.
 */
export function takeDeepLinks(open: (shown: Shown | null) => void): void {
  const registration = linkRegistration(process.platform, app.isPackaged, app.getAppPath());
  if (registration.register === 'application') app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  if (registration.register === 'runtime') {
    app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME, process.execPath, [...registration.args]);
  }
  app.on('second-instance', (_event, commandLine) => open(deepLinkIn(commandLine)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(parseDeepLink(link));
  });
  const first = deepLinkIn(process.argv);
  if (first !== null) open(first);
}
