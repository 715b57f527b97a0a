// Pages that try to reach addresses they must not reach, in every way that a page has.

/** The port on which everything inside listens, and that of STUN and TURN. */
export const port = 8080;
export const stunPort = 3478;

/** Where the attacker's own server is: the one host of these tests that anybody may reach. */
export const publicAddress = '93.184.216.34';
export const attacker = 'site.attack.example';
/** The address of the machine that the fleet runs on, as others on its network see it: public by its range. */
export const ownAddress = '52.10.0.2';
export const inside = '10.1.2.3';

/** Answers of the name server, by name; a function is asked each time. */
let turn = 0;
export const names = {
  [attacker]: { A: [publicAddress] },
  'inside.attack.example': { A: [inside] },
  'metadata.attack.example': { A: ['169.254.169.254'] },
  'loopback.attack.example': { A: ['127.0.0.1'] },
  'own.attack.example': { A: [ownAddress] },
  'both.attack.example': { A: [publicAddress, inside] },
  'six.attack.example': { AAAA: ['fd00::5'] },
  'mapped.attack.example': { AAAA: [`::ffff:${inside}`] },
  /** Public when it is judged, internal when it would be dialled: rebinding. */
  'rebind.attack.example': {
    get A() {
      turn += 1;
      return [turn % 2 === 1 ? publicAddress : inside];
    },
  },
  'staging.company.example': { A: [inside] },
};

/** Ways to write internal hosts. */
export const hosts = [
  inside,
  '192.168.7.7',
  '172.16.0.9',
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  '167838211',
  '0x0a010203',
  '012.1.2.3',
  '10.66051',
  '[fd00::5]',
  '[fe80::5]',
  `[::ffff:${inside}]`,
  '[::a01:203]',
  '[64:ff9b::a01:203]',
  '[2002:a01:203::1]',
  ownAddress,
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '[::1]',
  'localhost',
  'x.localhost',
  ...Object.keys(names).filter((name) => name !== attacker && name !== 'rebind.attack.example'),
];

/** The attacker's own server is tried first: what arrives there shows which ways a page has. */
const tried = [attacker, ...hosts];

const html = (host) => {
  const url = (way) => `http://${host}:${port}/${way}`;
  return `<link rel="stylesheet" href="${url('style')}">
    <style>
      @import url("${url('import')}");
      @font-face { font-family: f; src: url("${url('font')}"); }
      i { background: url("${url('css-url')}"); font-family: f; }
    </style><i>i</i>
    <link rel="preconnect" href="${url('preconnect')}"><link rel="dns-prefetch" href="//prefetched.${host}:${port}">
    <link rel="prefetch" href="${url('prefetch')}"><link rel="preload" as="fetch" href="${url('preload')}">
    <link rel="modulepreload" href="${url('modulepreload')}"><link rel="icon" href="${url('icon')}">
    <img src="${url('image')}"><img src="http://${attacker}/redirect?${encodeURIComponent(url('redirected-image'))}">
    <script src="${url('script')}"></script><script type="module" src="${url('module')}"></script>
    <video src="${url('video')}" autoplay muted></video><audio src="${url('audio')}" preload="auto"></audio>
    <object data="${url('object')}"></object><embed src="${url('embed')}">
    <svg><image href="${url('svg')}"/></svg>
    <iframe src="${url('frame')}"></iframe>
    <iframe src="http://${attacker}/redirect?${encodeURIComponent(url('redirected-frame'))}"></iframe>
    <iframe srcdoc='<meta http-equiv="refresh" content="0; url=${url('refresh')}">'></iframe>
    <iframe srcdoc='<form method="post" action="${url('form')}"></form><script>document.forms[0].submit()</script>'></iframe>
    <iframe srcdoc='<script>location.href = "${url('location')}"</script>'></iframe>`;
};

const script = (origin) => `
  const hosts = ${JSON.stringify(tried)};
  const quietly = (act) => { try { const done = act(); if (done && done.catch) done.catch(() => {}); } catch {} };
  for (const host of hosts) {
    const url = (way) => 'http://' + host + ':${port}/' + way;
    quietly(() => fetch(url('fetch'), { mode: 'no-cors' }));
    quietly(() => fetch(url('keepalive'), { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' }));
    quietly(() => fetch('http://${attacker}/redirect?' + encodeURIComponent(url('redirected-fetch')), { mode: 'no-cors' }));
    quietly(() => { const request = new XMLHttpRequest(); request.open('GET', url('xhr')); request.send(); });
    quietly(() => navigator.sendBeacon(url('beacon'), 'x'));
    quietly(() => new EventSource(url('events')));
    quietly(() => new WebSocket('ws://' + host + ':${port}/socket'));
    quietly(() => new WebSocket('wss://' + host + ':${port}/socket'));
    quietly(() => new WebTransport('https://' + host + ':${port}/transport'));
    quietly(() => fetch('https://' + host + ':${port}/tls', { mode: 'no-cors' }));
    const code = 'fetch(' + JSON.stringify(url('worker')) + ', { mode: "no-cors" }).catch(() => {});'
      + 'try { importScripts(' + JSON.stringify(url('import-scripts')) + ') } catch {}';
    quietly(() => new Worker(URL.createObjectURL(new Blob([code]))));
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:' + host + ':${stunPort}' },
      { urls: ['turn:' + host + ':${stunPort}', 'turn:' + host + ':${stunPort}?transport=tcp'], username: 'a', credential: 'b' },
    ] });
    quietly(() => { peer.createDataChannel('x'); return peer.createOffer().then((offer) => peer.setLocalDescription(offer)); });
  }
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = JSON.stringify({
    prefetch: [{ urls: hosts.map((host) => 'http://' + host + ':${port}/speculation') }],
    prerender: [{ urls: hosts.map((host) => 'http://' + host + ':${port}/prerender') }],
  });
  document.head.append(rules);
  quietly(() => navigator.serviceWorker.register('${origin}/service-worker.js'));
  document.addEventListener('securitypolicyviolation', () => {});`;

const serviceWorker = `for (const host of ${JSON.stringify(tried)}) {
  fetch('http://' + host + ':${port}/service-worker', { mode: 'no-cors' }).catch(() => {});
}
self.addEventListener('install', () => self.skipWaiting());`;

const rebinding = `<h1>Rebinding</h1><script>
  for (let round = 0; round < 20; round += 1) {
    setTimeout(() => fetch('/rebound-' + round).catch(() => {}), round * 40);
    setTimeout(() => fetch('http://rebind.attack.example:${port}/rebound-' + round, { mode: 'no-cors' }).catch(() => {}), round * 40);
  }
</script>`;

/** Answers a request for one of the attacker's pages. False when it is for none. */
export function serveAttack(request, response) {
  const { pathname, search } = new URL(request.url, 'http://x');
  const send = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
  const destination = decodeURIComponent(search.slice(1));
  if (pathname === '/attack') {
    send('text/html', `<h1>Attack</h1><script>${script('')}</script>${tried.map(html).join('')}`);
  } else if (pathname === '/service-worker.js') send('text/javascript', serviceWorker);
  else if (pathname === '/rebinding') send('text/html', rebinding);
  else if (pathname === '/redirect') response.writeHead(302, { location: destination }).end();
  else if (pathname === '/refresh') {
    send('text/html', `<meta http-equiv="refresh" content="0; url=${destination}"><h1>R</h1>`);
  } else if (pathname === '/move') {
    send('text/html', `<h1>M</h1><script>location.href = ${JSON.stringify(destination)}</script>`);
  } else if (pathname === '/popup') {
    send('text/html', `<h1>P</h1><script>window.open(${JSON.stringify(destination)})</script>`);
  } else if (pathname === '/fine') send('text/html', '<h1>Fine</h1>');
  else return false;
  return true;
}
