// Runs before the first paint, so that a dark screen never flashes light. A file of its own: the CSP allows no inline script.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('kantor.scheme');
  } catch {
    // Storage may be forbidden; the system's scheme is used then.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  document.documentElement.style.backgroundColor = dark ? '#0E1116' : '#F7F8FA';
})();
