// Draws the reference with Redoc, in the colours that the reader's system asks for.
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
const ink = dark ? '#e6e9ee' : '#1b1f27';
const quiet = dark ? '#9aa4b2' : '#5a6372';
const ground = dark ? '#14171c' : '#ffffff';
const raised = dark ? '#1d2129' : '#f5f6f8';
const edge = dark ? '#343a46' : '#d9dde4';
const accent = dark ? '#7fb0ff' : '#1559c7';
const sans = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif';
const mono = 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace';

const theme = {
  colors: {
    primary: { main: accent },
    text: { primary: ink, secondary: quiet },
    border: { dark: edge, light: edge },
    responses: {
      success: { color: dark ? '#6ecf92' : '#1c7a3e', tabTextColor: dark ? '#6ecf92' : '#5bd18a' },
      error: { color: dark ? '#ff8f8f' : '#b3261e', tabTextColor: '#ff8f8f' },
    },
  },
  schema: {
    nestedBackground: raised,
    linesColor: edge,
    typeNameColor: quiet,
    typeTitleColor: quiet,
    requireLabelColor: dark ? '#ff8f8f' : '#b3261e',
  },
  typography: {
    fontFamily: sans,
    fontSize: '15px',
    headings: { fontFamily: sans },
    code: { fontFamily: mono, color: dark ? '#ffb3a7' : '#a3361f', backgroundColor: raised },
    links: { color: accent, visited: accent, hover: accent },
  },
  sidebar: { backgroundColor: raised, textColor: ink, activeTextColor: accent },
  rightPanel: { backgroundColor: dark ? '#0d0f13' : '#232936', textColor: '#e6e9ee' },
  fab: { backgroundColor: raised, color: ink },
};

document.body.style.backgroundColor = ground;
globalThis.Redoc.init(
  globalThis.specification,
  {
    theme,
    scrollYOffset: '.top',
    downloadDefinitionUrl: 'openapi.json',
    expandResponses: '200,201',
    requiredPropsFirst: true,
    nativeScrollbars: true,
    hideSchemaTitles: true,
  },
  document.querySelector('#reference'),
  (failure) => {
    if (failure) document.querySelector('#reference').textContent = `The reference cannot be shown: ${failure.message}`;
    document.body.dataset.ready = 'true';
  },
);
