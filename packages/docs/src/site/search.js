// Search over everything with an address here. The index is a script that is loaded when the search is first opened.
const longestList = 30;

function wordsOf(text) {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '');
}

// The score of one query word: the title counts more than the keywords, those more than the content of a section, and a
// beginning more than a middle.
function fitOf(word, entry) {
  if (entry.title === word) return 100;
  if (entry.titleWords.includes(word)) return 50;
  if (entry.titleWords.some((other) => other.startsWith(word))) return 30;
  if (entry.title.includes(word)) return 15;
  if (entry.words.some((other) => other.startsWith(word))) return 6;
  if (entry.text.includes(word)) return 2;
  return entry.content.some((other) => other.startsWith(word)) ? 1 : 0;
}

const weights = { Page: 1.4, Guide: 1.3, Operation: 1.2, Error: 1.1, Event: 1.1, States: 1.1, State: 1, Change: 0.6 };

function prepare([kind, title, text, address, content = '']) {
  return {
    kind,
    label: title,
    about: text,
    address,
    title: title.toLowerCase(),
    titleWords: wordsOf(title),
    text: text.toLowerCase(),
    words: wordsOf(text),
    content: content.split(' '),
  };
}

function search(entries, query) {
  const words = query
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const spoken = wordsOf(query).join(' ');
  if (words.length === 0) return [];
  const found = [];
  for (const entry of entries) {
    const fits = words.map((word) => fitOf(word, entry));
    if (fits.includes(0)) continue;
    const title = entry.titleWords.join(' ');
    const whole = title === spoken ? 200 : title.startsWith(spoken) ? 40 : 0;
    const sum = fits.reduce((total, fit) => total + fit, whole);
    found.push([entry, sum * (weights[entry.kind] ?? 0.7) - entry.title.length / 50]);
  }
  return found
    .sort(([, one], [, other]) => other - one)
    .slice(0, longestList)
    .map(([entry]) => entry);
}

function createDialog() {
  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', 'Search the documentation');
  dialog.innerHTML = `<input type="search" role="combobox" aria-expanded="true" aria-controls="found" aria-autocomplete="list"
    aria-label="Search" placeholder="Operations, codes, events, states, guides" autocomplete="off" spellcheck="false">
    <ul id="found" role="listbox" aria-label="Found"></ul><p role="status"></p>
    <p class="keys"><kbd>↑</kbd><kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close</p>`;
  document.body.append(dialog);
  return dialog;
}

function addSearch() {
  const opener = document.querySelector('.find');
  const dialog = createDialog();
  const field = dialog.querySelector('input');
  const list = dialog.querySelector('ul');
  const status = dialog.querySelector('[role=status]');
  let entries;
  let chosen = 0;

  const options = () => [...list.children];
  const choose = (index) => {
    chosen = index;
    for (const [place, option] of options().entries()) option.setAttribute('aria-selected', String(place === index));
    const option = options()[index];
    if (option) {
      field.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else field.removeAttribute('aria-activedescendant');
  };

  const show = () => {
    if (entries === undefined) return;
    const found = search(entries, field.value);
    list.replaceChildren(
      ...found.map(({ kind, label, about, address }, index) => {
        const option = document.createElement('li');
        option.id = `found-${index}`;
        option.setAttribute('role', 'option');
        const link = document.createElement('a');
        link.href = address;
        link.tabIndex = -1;
        for (const [name, text] of Object.entries({ small: kind, strong: label, span: about })) {
          const part = document.createElement(name);
          part.textContent = text;
          link.append(part, ' ');
        }
        option.append(link);
        return option;
      }),
    );
    choose(0);
    const isEmpty = field.value.trim() !== '' && found.length === 0;
    status.textContent = isEmpty ? `Nothing has “${field.value.trim()}”.` : '';
  };

  const load = () => {
    if (entries !== undefined) return;
    const script = document.createElement('script');
    script.src = 'search-index.js';
    script.addEventListener('load', () => {
      entries = globalThis.findings.map(prepare);
      show();
    });
    script.addEventListener('error', () => {
      script.remove();
      status.textContent =
        'The search could not be loaded. Check the connection, then close the search and open it again.';
    });
    document.head.append(script);
  };

  const open = () => {
    load();
    dialog.showModal();
    field.select();
  };

  opener.hidden = false;
  opener.addEventListener('click', open);
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    // These keys choose among the words of an input method; Safari says so by the number alone.
    if (event.isComposing || event.keyCode === 229) return;
    const count = options().length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) choose((chosen + step + count) % count);
    // A search field handles the first Escape itself, to clear its text.
    else if (event.key === 'Escape') dialog.close();
    else if (event.key === 'Enter') options()[chosen]?.querySelector('a').click();
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', ({ target }) => target.closest('a') && dialog.close());
  // A click beside the box hits the dialog itself.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]');
    const asks = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.metaKey || event.ctrlKey));
    if (!asks || dialog.open) return;
    event.preventDefault();
    open();
  });
}

addSearch();
