import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { announceChanges } from './state/announce-changes.ts';
import { linkToDaemon } from './state/daemon-link.ts';
import { onceWorthDrawing } from './state/once-worth-drawing.ts';
import { watchQuestions } from './state/settled-elsewhere.ts';
import { applyKeptTheme, followContrast } from './state/theme.ts';
import './styles/index.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');

if (!navigator.userAgent.includes('Mac')) {
  document.documentElement.classList.add('classic-scrollbars');
}
applyKeptTheme();
followContrast();
linkToDaemon();
watchQuestions();
announceChanges();
// The first comparison reads the order of letters. Here the page only waits for its daemon.
''.localeCompare('a');
onceWorthDrawing(() =>
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  ),
);
