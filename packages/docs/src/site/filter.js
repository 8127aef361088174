// Hides the entries that do not contain what is typed. Without this script the page shows everything.
const field = document.querySelector('#filter');
const entries = [...document.querySelectorAll('.entry')];

field?.addEventListener('input', () => {
  const wanted = field.value.trim().toLowerCase();
  for (const entry of entries) entry.hidden = !entry.textContent.toLowerCase().includes(wanted);
  for (const group of document.querySelectorAll('.group')) {
    group.hidden = [...group.querySelectorAll('.entry')].every((entry) => entry.hidden);
  }
});
