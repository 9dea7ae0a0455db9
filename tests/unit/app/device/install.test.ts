import { expect, test } from 'vitest';
import { installByMenu } from '#app/device/install.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';

test.each([
  ['Safari on an iPhone', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 5, 'ios'],
  ['Chrome on an iPhone', `${IPHONE} CriOS/131.0 Mobile/15E148 Safari/604.1`, 5, 'ios'],
  ['Safari on an iPad', `${MAC} Version/18.1 Safari/605.1.15`, 5, 'ios'],
  ['a page inside another app', `${IPHONE} Mobile/15E148 Instagram 300.0`, 5, undefined],
  ['Safari on a Mac', `${MAC} Version/18.1 Safari/605.1.15`, 0, 'mac'],
  ['an old Safari on a Mac', `${MAC} Version/16.6 Safari/605.1.15`, 0, undefined],
  ['Chrome on a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`, 0, undefined],
  ['Firefox on Android', `${ANDROID} Firefox/133.0`, 5, 'firefox'],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 14) ${CHROME} Mobile Safari/537.36`, 5, undefined],
  ['Firefox on a desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 0, undefined],
])('how %s installs the app by its menu', (_, userAgent, maxTouchPoints, way) => {
  expect(installByMenu({ userAgent, maxTouchPoints })).toBe(way);
});
