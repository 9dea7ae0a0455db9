import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { drawCertificate } from '#server/certificates/draw-certificate.ts';
import { compileCatalog } from '#server/words/catalogs.ts';
import { makeWords, words } from '#server/words/words.ts';
import { isDrawn } from '#sync/contract/certificate.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openCourse } from '#tests/fixtures/rooms.ts';

const VERIFY = { i18n: words('en'), verifyAddress: 'https://training.example/verify/GW-7K3M-9QXT-2VBD' };
const draw = (learnerName: string, courseTitle = 'Field work') =>
  drawCertificate(
    { serial: 'GW-7K3M-9QXT-2VBD', learnerName, courseTitle, issuedAt: '2026-11-21T10:00:00.000Z' },
    VERIFY,
  );

/** Every stream of a PDF, inflated. */
function streamsOf(pdf: Buffer): string[] {
  const bytes = pdf.toString('latin1');
  return [...bytes.matchAll(/stream\n/g)].flatMap(({ index }) => {
    if (bytes.slice(index - 3, index) === 'end') return [];
    const from = index + 'stream\n'.length;
    try {
      return inflateSync(pdf.subarray(from, bytes.indexOf('\nendstream', from))).toString('latin1');
    } catch {
      return [];
    }
  });
}

/** The letters on the page: each font's map of glyphs to letters, applied to what each line shows. */
function wordsOf(pdf: Buffer): string {
  const streams = streamsOf(pdf);
  const letters = new Set<string>();
  for (const map of streams.filter((text) => text.includes('begincmap'))) {
    for (const [, hex = ''] of map.matchAll(/<([\da-f]{4}(?: [\da-f]{4})*)>/gi))
      letters.add(String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return [...letters].sort().join('');
}

/** What the document says about itself. */
function infoOf(pdf: Buffer, key: string): string {
  const text = pdf.toString('latin1');
  const at = new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1];
  const found = new RegExp(`\n${at} 0 obj\n\\(([\\s\\S]*?)\\)\nendobj`).exec(text)?.[1] ?? '';
  return found;
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('[X3] the PDF is one A4 page across, with title, author, language and the address to verify it at', async () => {
  const pdf = await draw('Maren Holt');
  const text = pdf.toString('latin1');
  expect(text.startsWith('%PDF-1.7')).toBe(true);
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(pagesOf(pdf)).toBe(1);
  expect(text).toContain('/MediaBox [0 0 841.89 595.28]');
  expect(text).toContain('/Lang (en)');
  expect(text).toContain('/StructTreeRoot');
  expect(text).toContain(`/URI (${VERIFY.verifyAddress})`);
  expect(infoOf(pdf, 'Title')).toBe('Certificate of Completion: Field work');
  expect(infoOf(pdf, 'Author')).toBe('Groundwork');
  expect(infoOf(pdf, 'Subject')).toBe('Maren Holt has completed the course Field work');
});

test.each([
  ['Latin', 'Zoë Nuñez-Łukaszewska', 'Zë'],
  ['Greek', 'Αλεξάνδρα Παπαδοπούλου', 'Αλξάδ'],
  ['Cyrillic', 'Щербакова Қанат', 'ЩбҚ'],
  ['accents of their own', 'Zoe\u0308', 'Zë'],
])('[X3] a name in %s is drawn letter by letter', async (_, name, some) => {
  const pdf = await draw(name);
  const drawn = wordsOf(pdf);
  for (const letter of some) expect(drawn).toContain(letter);
  expect(pagesOf(pdf)).toBe(1);
});

/** What is written: each piece with where it begins, its size and its glyphs; the glyph of a letter that a face lacks is '0000'. */
function piecesOf(pdf: Buffer) {
  const text = streamsOf(pdf).join('\n');
  return [...text.matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm\n\/\w+ ([\d.]+) Tf\n(.+) TJ/g)].map(
    ([, x, size, shown = '']) => ({
      x: Number(x),
      size: Number(size),
      glyphs: [...shown.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []),
    }),
  );
}
const lacks = (pdf: Buffer) => piecesOf(pdf).some(({ glyphs }) => glyphs.includes('0000'));

test.each([
  ['Arabic', 'محمد عبد الرحمن', 'NotoSansArabic-Bold'],
  ['Hebrew', 'יעל כהן-לוי', 'NotoSansHebrew-Bold'],
  ['Hindi', 'श्रीमती प्रियंका क्षत्रिय', 'NotoSansDevanagari-Bold'],
  ['Thai', 'สมชาย ใจดี', 'NotoSansThai-Bold'],
  ['Chinese', '王小明 龍臺灣', 'NotoSansSC-Bold'],
  ['Japanese', '山田 さくらコース', 'NotoSansSC-Bold'],
  ['Korean', '김철수 金', 'NotoSansKR-Bold'],
  ['Vietnamese', 'Nguyễn Thị Phương Thảo', 'DejaVuSerif-Bold'],
  ['emoji', 'Lena 🎓 👩‍🔧 🇪🇸', 'NotoEmoji-Bold'],
  ['two directions', 'Ali (علي) Müller', 'NotoSansArabic-Bold'],
])('[X3] a name in %s is drawn by a face that has each letter', async (_, name, face) => {
  const pdf = await draw(name);
  expect(pdf.toString('latin1')).toMatch(new RegExp(`/FontName /[A-Z]+\\+${face}`));
  expect(piecesOf(pdf).length).toBeGreaterThan(8);
  expect(lacks(pdf)).toBe(false);
});

test('[X3] Arabic letters join, and what is read from the right stands from the right', async () => {
  const nameOf = async (name: string) => piecesOf(await draw(name)).filter(({ size }) => size === 40);
  const [joined] = await nameOf('ععع');
  expect(new Set(joined?.glyphs).size, 'one form to begin, one within, one to end').toBe(3);
  const [ali, gap, arabic] = await nameOf('Ali ععع');
  expect(gap?.glyphs ?? arabic?.glyphs).toHaveLength(3);
  expect(ali?.x).toBeLessThan(gap?.x ?? 0);
  // The first word is on the right, and the number in it is read from the left.
  const [first, number, second] = await nameOf('ععع 12 عع');
  expect([first?.glyphs.length, number?.glyphs.length, second?.glyphs.length]).toEqual([2, 2, 3]);
});

test('[X3] a letter that no face has is a box, and the rest stands', async () => {
  expect(lacks(await draw('Lena \u{2A6D6} አ'))).toBe(false);
});

test('[X3] names of 99 characters, and titles of a whole paragraph, stay on the page', async () => {
  for (const name of ['A'.repeat(99), 'Wilhelmine '.repeat(9).trim()]) {
    const pdf = await draw(name, 'Judgement, edge cases and quality of everything '.repeat(6));
    expect(pagesOf(pdf)).toBe(1);
  }
});

test('[X3] every letter that is let through is in the font, and no letter of its scripts that is there is refused', () => {
  const ttf = new URL('../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf', import.meta.url);
  const page = new PDFDocument({ font: fileURLToPath(ttf) });
  const { font } = (page as unknown as { _font: { font: { characterSet: number[] } } })._font;
  const inFont = new Set(font.characterSet);
  const points = Array.from({ length: 0x2010 - 0x20 }, (_, n) => n + 0x20);
  const isDrawnHere = (point: number) => isDrawn(String.fromCodePoint(point));
  const isKnown = (point: number) => !/\p{Cn}/u.test(String.fromCodePoint(point));
  expect(points.filter((point) => isDrawnHere(point) && isKnown(point) && !inFont.has(point))).toEqual([]);
  const isLetter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}]/u;
  // Phonetic letters have no names.
  const isNamed = (point: number) => point < 0x1d00 || point > 0x1dbf;
  expect(
    points.filter(
      (point) =>
        inFont.has(point) && isNamed(point) && isLetter.test(String.fromCodePoint(point)) && !isDrawnHere(point),
    ),
  ).toEqual([]);
});

test('[X3] the line under a name is as wide as the name, and the paper names the organization', async () => {
  const lineOf = (pdf: Buffer) => {
    const page = streamsOf(pdf).join('\n');
    const [, from, to] = /([\d.]+) 274 m\s+([\d.]+) 274 l/.exec(page) ?? [];
    return Number(to) - Number(from);
  };
  expect(lineOf(await draw('Maren Holt'))).toBeCloseTo(400, 0);
  expect(lineOf(await draw('Κωνσταντίνος Παπαχριστοδουλόπουλος'))).toBeGreaterThan(600);
  const certificate = {
    serial: 'GW-7K3M-9QXT-2VBD',
    learnerName: 'Mia',
    courseTitle: 'X',
    issuedAt: '2026-11-21T10:00:00.000Z',
  };
  const named = await drawCertificate({ ...certificate, issuerName: 'Żółw Ltd' }, VERIFY);
  for (const letter of 'Żółw') expect(wordsOf(named)).toContain(letter);
  for (const letter of '測試公司')
    expect(wordsOf(await drawCertificate({ ...certificate, issuerName: '測試公司' }, VERIFY))).toContain(letter);
});

test('[X3] the paper speaks the language of its holder, and says which one it is', async () => {
  const po = 'msgid "Certificate of Completion"\nmsgstr "Сертифікат про завершення курсу їґ"\n';
  const i18n = makeWords('uk', compileCatalog(po, 'uk.po'));
  const certificate = { serial: 'GW-7K3M-9QXT-2VBD', learnerName: 'Mia', courseTitle: 'X' };
  const pdf = await drawCertificate({ ...certificate, issuedAt: '2026-11-21T10:00:00.000Z' }, { ...VERIFY, i18n });
  expect(pdf.toString('latin1')).toContain('/Lang (uk)');
  for (const letter of 'їґ') expect(wordsOf(pdf)).toContain(letter);
  expect(wordsOf(pdf), 'the date, 21 листопада 2026 р.').toContain('ш');
  expect((await draw('Mia')).toString('latin1')).toContain('/Lang (en)');
  const arabic = { ...VERIFY, i18n: makeWords('ar', new Map()) };
  const isolated = { ...certificate, issuerName: 'Demo (DE)', issuedAt: '2026-11-21T10:00:00.000Z' };
  expect(wordsOf(await drawCertificate(isolated, arabic)), 'what isolates a name is not drawn').not.toContain('□');
});

test('[X3] the same certificate is the same file', async () => {
  expect((await draw('Maren Holt')).equals(await draw('Maren Holt'))).toBe(true);
});

onEveryEngine('[X3] the PDF over HTTP', (openDb) => {
  const certified = async (fullName: string) => {
    const { db, rooms, plant, courseId } = await openCourse(openDb);
    const me = await plant.person({ fullName });
    const lessonId = await plant.lesson(courseId);
    await rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed' });
    const { body } = await rooms.ask(me, '/api/certificates');
    return { db, rooms, serial: String(body.certificates[0].serial) };
  };

  test('is a file named by the serial, for whoever has the link', async () => {
    const { rooms, serial } = await certified('Maren Holt');
    const told = await rooms.ask(null, `/api/certificates/${serial.toLowerCase()}/pdf`, {
      headers: { Host: 'roof.example:3000' },
    });
    expect(told.status).toBe(200);
    expect(told.headers.get('Content-Type')).toBe('application/pdf');
    expect(told.headers.get('Content-Disposition')).toBe(`attachment; filename="certificate-${serial}.pdf"`);
    expect(told.headers.get('Cache-Control')).toBe('private, max-age=300');
    const pdf = Buffer.from(told.bytes);
    expect(infoOf(pdf, 'Subject')).toBe('Maren Holt has completed the course Field work');
    expect(pdf.toString('latin1')).toContain(`/URI (http://roof.example:3000/verify/${serial})`);
  });

  test.each(['አበበ', '𒀀'])('is refused with a sentence for %s', async (name) => {
    const { rooms, serial } = await certified(name);
    const told = await rooms.ask(null, `/api/certificates/${serial}/pdf`);
    expect(told).toMatchObject({ status: 422, body: { code: 'certificate_not_drawable' } });
    expect((await rooms.ask(null, `/api/certificates/${serial}`)).body.learnerName).toBe(name);
  });

  test('of no certificate is not found', async () => {
    const { rooms } = await certified('Maren Holt');
    const told = await rooms.ask(null, '/api/certificates/GW-0000-0000-0000/pdf');
    expect(told).toMatchObject({ status: 404, body: { code: 'certificate_not_found' } });
  });
});
