// Runs before the first paint: selects the placeholder of index.html, signed in or not. `storageKey` in session.ts is the same name.
document.documentElement.classList.toggle("has-key", sessionStorage.getItem("frontdesk.key") !== null);
