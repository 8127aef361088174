// Conveniences that are not needed to read the pages: copying, tabs, and highlighting the current section.

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const figure of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
    figure.append(button);
  }
}

// Browsers may forbid storage for pages of the file system; then the choice is lost with the page.
const remembered = {
  read() {
    try {
      return localStorage.getItem('language');
    } catch {
      return null;
    }
  },
  write(language) {
    try {
      localStorage.setItem('language', language);
    } catch {
      // Storing the choice is optional.
    }
  },
};

function choose(group, language, hasFocus) {
  const tabs = [...group.querySelectorAll('[role=tab]')];
  const chosen = tabs.find((tab) => tab.textContent === language) ?? tabs[0];
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
  }
  if (hasFocus) chosen.focus();
}

function addTabs() {
  const groups = [...document.querySelectorAll('.tabs')];
  for (const [number, group] of groups.entries()) {
    const list = document.createElement('div');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language');
    for (const [index, panel] of [...group.querySelectorAll('figure.code')].entries()) {
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.id = `tab-${number}-${index}`;
      tab.textContent = panel.dataset.language;
      tab.setAttribute('role', 'tab');
      panel.id = `panel-${number}-${index}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      tab.setAttribute('aria-controls', panel.id);
      list.append(tab);
    }
    const chooseEverywhere = (language) => {
      for (const other of groups) choose(other, language, false);
      remembered.write(language);
    };
    list.addEventListener(
      'click',
      ({ target }) => target.matches('[role=tab]') && chooseEverywhere(target.textContent),
    );
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const tabs = [...list.children];
      const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
      chooseEverywhere(next.textContent);
      next.focus();
      event.preventDefault();
    });
    group.prepend(list);
    choose(group, remembered.read(), false);
  }
}

function markSections() {
  const links = new Map(
    [...document.querySelectorAll('.contents a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
  );
  const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  if (headings.length === 0) return;
  const mark = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < 140) ?? headings[0];
    for (const [id, link] of links) {
      if (id === read.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let waits = false;
  const later = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      mark();
    });
  };
  addEventListener('scroll', later, { passive: true });
  mark();
}

// An anchor inside a collapsed part expands it.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest('details:not([open])');
  if (folded) folded.open = true;
}

addCopyButtons();
addTabs();
markSections();
unfold();
addEventListener('hashchange', unfold);
const side = document.querySelector('#side');
side?.addEventListener(
  'click',
  ({ target }) => target.closest('a') && side.matches(':popover-open') && side.hidePopover(),
);
