// Beside the pages: keeps one page for when there is no connection, and the files it needs. Nothing of an event is kept.
"use strict";

const ROOT = new URL(".", self.location.href).pathname; // "/", or the path of the site that the desk is below
const KEPT = `ronda-1 ${ROOT}`;
const OFFLINE = `${ROOT}offline`;

const keep = async () => {
  const kept = await caches.open(KEPT);
  const page = await fetch(OFFLINE, { cache: "no-store", credentials: "same-origin" });
  if (!page.ok) throw new Error(page.status);
  const files = [...(await page.clone().text()).matchAll(/(?:href|src)="([^"#]*\/static\/[^"#]+)"/g)].map((found) => found[1]);
  await kept.addAll([...new Set(files)]);
  await kept.put(OFFLINE, page);
};

self.addEventListener("install", (event) => { self.skipWaiting(); event.waitUntil(keep()); });
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) { // other pages of the site keep what is theirs
      if (/^ronda-\d+$/.test(name) || (name.startsWith("ronda-") && name.endsWith(` ${ROOT}`) && name !== KEPT)) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

// A page that cannot be had is the kept one; its files come from where they are kept. All else goes its way.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(OFFLINE)) || Response.error()));
  } else if (new URL(request.url).pathname.startsWith(`${ROOT}static/`)) {
    event.respondWith((async () => (await caches.match(request)) || fetch(request))());
  }
});
