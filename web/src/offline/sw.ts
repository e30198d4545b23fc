/* The service worker: keeps the whole page, so that everything works without a network.

   A version is kept as one: it is fetched whole, answers only for itself, and takes over when the person agrees or no
   page of the old one is open. */
export {};

const scope = self as unknown as ServiceWorkerGlobalScope;

/* Filled in by the build. */
const VERSION = "__VERSION__";
const FILES: string[] = "__FILES__" as unknown as string[];
const PAGES: string[] = "__PAGES__" as unknown as string[];

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

/* Only phones show notices from here (web/src/online/mine/notices.ts). */
scope.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const open = async () => {
    const [page] = await scope.clients.matchAll({ type: "window" });
    const path = String(notification.data);
    if (!page) return void (await scope.clients.openWindow(path));
    await (await page.navigate(path))?.focus();
  };
  event.waitUntil(open());
});

const isPage = (path: string) =>
  PAGES.some((page) =>
    page.endsWith("*") ? path.startsWith(page.slice(0, -1)) : path.replace(/(.)\/$/, "$1") === page,
  );

const cached = async (path: string) => (await caches.open(CACHE)).match(path);

/* An address that we do not know is the server's to answer; without it the page says that nothing is there. */
async function answer(request: Request, path: string): Promise<Response> {
  if (request.mode !== "navigate") return (await cached(path)) ?? fetch(request);
  if (isPage(path)) return (await cached("/")) ?? fetch(request);
  return fetch(request).catch(async () => (await cached("/")) ?? Response.error());
}

/* What the server answers itself, and pages of other sites that show ours. */
const NOT_OURS = /^\/(api|embed)(\/|$)/;

scope.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== scope.location.origin || NOT_OURS.test(pathname)) return;
  event.respondWith(answer(event.request, pathname));
});
