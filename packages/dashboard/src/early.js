// Runs before the first paint, so small that it holds nothing up: which outline of index.html is shown. The key's name is session.ts's.
document.documentElement.classList.toggle("has-key", sessionStorage.getItem("frontdesk.key") !== null);
