// Hides the entries that do not contain the typed text. Without this script the page shows everything.
const field = document.querySelector('#filter');
const status = document.querySelector('#filtered');
const entries = [...document.querySelectorAll('.entry')];

function show() {
  const wanted = field.value.trim().toLowerCase();
  for (const entry of entries) entry.hidden = !entry.textContent.toLowerCase().includes(wanted);
  for (const group of document.querySelectorAll('.group')) {
    group.hidden = [...group.querySelectorAll('.entry')].every((entry) => entry.hidden);
  }
  status.textContent = entries.every((entry) => entry.hidden) ? `Nothing here has “${field.value.trim()}”.` : '';
}

field?.addEventListener('input', show);

// A link to a hidden entry first shows all entries again.
addEventListener('click', ({ target }) => {
  const hash = target.closest('a')?.hash ?? '';
  if (document.getElementById(decodeURIComponent(hash.slice(1)))?.closest('[hidden]')) {
    field.value = '';
    show();
  }
});
