// Keeps the one page.
self.addEventListener('install', (event) => event.waitUntil(caches.open('limit').then((cache) => cache.add('/'))));
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(caches.match('/'));
});
