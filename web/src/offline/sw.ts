/* The service worker: keeps the whole page, so that everything works without a network.

   A version is kept as one: it is fetched whole, answers only for itself, and takes over when the person agrees or no
   page of the old one is open. */
export {};

const scope = self as unknown as ServiceWorkerGlobalScope;

/* Both are filled in by the build. */
const VERSION = "__VERSION__";
const FILES: string[] = "__FILES__" as unknown as string[];

const CACHE = `ascona-${VERSION}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))),
  );
});

scope.addEventListener("activate", (event) => {
  const others = async () => {
    for (const name of await caches.keys()) if (name.startsWith("ascona-") && name !== CACHE) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(others());
});

scope.addEventListener("message", (event) => {
  if (event.data === "take-over") void scope.skipWaiting();
});

scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.location.origin) return;
  const wanted = event.request.mode === "navigate" ? "/" : url.pathname;
  const answer = async () => (await (await caches.open(CACHE)).match(wanted)) ?? fetch(event.request);
  event.respondWith(answer());
});
