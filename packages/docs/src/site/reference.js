// Renders the reference with Redoc, in the colour scheme of the reader's system.
const preference = matchMedia('(prefers-color-scheme: dark)');
const dark = preference.matches;
const style = getComputedStyle(document.documentElement);
const colour = (name) => style.getPropertyValue(`--${name}`).trim();
const sans = getComputedStyle(document.body).fontFamily;

const theme = {
  breakpoints: { small: '50rem', medium: '60rem', large: '75rem' },
  colors: {
    primary: { main: colour('accent'), light: colour('accent') },
    success: { main: colour('good') },
    error: { main: colour('bad') },
    text: { primary: colour('ink'), secondary: colour('quiet') },
    border: { dark: colour('edge'), light: colour('edge') },
    responses: {
      success: { color: colour('good'), backgroundColor: colour('raised'), tabTextColor: '#6ecf92' },
      error: { color: colour('bad'), backgroundColor: colour('raised'), tabTextColor: '#ff9b9b' },
      redirect: { color: colour('quiet'), backgroundColor: colour('raised') },
      info: { color: colour('accent'), backgroundColor: colour('raised') },
    },
    http: {
      get: '#2f7d4f',
      post: '#2f5bd0',
      put: '#7a5b12',
      patch: '#7a4a12',
      delete: '#b3382c',
    },
  },
  schema: {
    nestedBackground: colour('raised'),
    linesColor: colour('edge'),
    typeNameColor: colour('quiet'),
    typeTitleColor: colour('quiet'),
    requireLabelColor: colour('bad'),
  },
  typography: {
    fontFamily: sans,
    fontSize: '15px',
    lineHeight: '1.6',
    headings: { fontFamily: sans, fontWeight: '650' },
    code: { fontFamily: colour('mono'), fontSize: '13px', color: colour('ink'), backgroundColor: colour('raised') },
    links: { color: colour('accent'), visited: colour('accent'), hover: colour('accent') },
  },
  sidebar: {
    width: '272px',
    backgroundColor: colour('ground'),
    textColor: colour('ink'),
    activeTextColor: colour('accent'),
  },
  rightPanel: { backgroundColor: dark ? '#0c0e13' : '#1b2030', textColor: '#e6e9ee', width: '38%' },
  codeBlock: { backgroundColor: dark ? '#161a22' : '#12151f' },
  fab: { backgroundColor: colour('raised'), color: colour('ink') },
};

// Redoc writes the name of a chooser beside it, where a screen reader does not look, and draws choosers again later.
const reference = document.querySelector('#redoc');
const nameChoosers = () => {
  for (const chooser of reference.querySelectorAll('select:not([aria-label])'))
    chooser.setAttribute('aria-label', chooser.parentElement.previousElementSibling?.textContent || 'Variant');
};
new MutationObserver(nameChoosers).observe(reference, { childList: true, subtree: true });

globalThis.Redoc.init(
  globalThis.specification,
  {
    theme,
    scrollYOffset: '.top',
    downloadDefinitionUrl: 'openapi.json',
    requiredPropsFirst: true,
    nativeScrollbars: true,
    hideSchemaTitles: true,
    // The header has the search for all pages.
    disableSearch: true,
  },
  reference,
  (failure) => {
    if (failure) reference.textContent = `The reference cannot be shown: ${failure.message}`;
    document.body.dataset.ready = 'true';
  },
);

// Redoc computes its colours only once.
preference.addEventListener('change', () => location.reload());
