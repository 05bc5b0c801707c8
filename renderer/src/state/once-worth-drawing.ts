import { useFleet } from './fleet-store.ts';

/** A person does not see that nothing was drawn for so long; drawing that the daemon starts would hold up its board. */
const SAYS_STARTING_AFTER_MS = 150;

/** Draws as soon as there is a board or a problem to show, and that the daemon starts where that takes longer. */
export function onceWorthDrawing(draw: () => void): void {
  const drawOnce = () => {
    clearTimeout(timer);
    endWatch();
    draw();
  };
  const timer = setTimeout(drawOnce, SAYS_STARTING_AFTER_MS);
  const endWatch = useFleet.subscribe(({ startup }) => {
    if (startup.state !== 'starting') drawOnce();
  });
}
