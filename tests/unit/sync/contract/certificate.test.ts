import { describe, expect, test } from 'vitest';
import { validityWords } from '#app/ui/course-labels.ts';
import { certificateDate, fitsPdf, readSerial, validityOf } from '#sync/contract/certificate.ts';

describe('[X3] a serial', () => {
  test.each(['GW-7K3M-9QXT-2VBD', 'gw-7k3m-9qxt-2vbd', ' GW 7K3M 9QXT 2VBD ', '7k3m9qxt2vbd', 'GW–7K3M–9QXT–2VBD'])(
    'is read however it was typed: %s',
    (typed) => expect(readSerial(typed)).toBe('GW-7K3M-9QXT-2VBD'),
  );

  test('accepts letters that look like digits', () => {
    expect(readSerial('GW-OI1L-0000-0001')).toBe('GW-0111-0000-0001');
  });

  test('that itself begins with GW is not cut', () => {
    expect(readSerial('GWGW-GWGW-GWGW')).toBe('GW-GWGW-GWGW-GWGW');
    expect(readSerial('GW-GWGW-GWGW-GWGW')).toBe('GW-GWGW-GWGW-GWGW');
  });

  test.each(['', 'GW', 'GW-7K3M-9QXT-2VB', 'GW-7K3M-9QXT-2VBDD', 'GW-UUUU-9QXT-2VBD', '../../etc/passwd', '12', '-1'])(
    'is none: %s',
    (typed) => expect(readSerial(typed)).toBeUndefined(),
  );
});

test('[X3] the day of issue is the same everywhere', () => {
  expect(certificateDate('2026-11-21T23:59:59.000Z')).toBe('November 21, 2026');
});

describe('[X3] a certificate with an end', () => {
  const certificate = { validUntil: '2027-11-23' };

  test.each([
    ['2027-08-24', 'valid', 'Valid until November 23, 2027'],
    ['2027-08-25', 'valid', 'Expires in 90 days, on November 23, 2027'],
    ['2027-10-23', 'valid', 'Expires in 31 days, on November 23, 2027'],
    ['2027-10-24', 'soon', 'Expires in 30 days, on November 23, 2027'],
    ['2027-11-22', 'soon', 'Expires in 1 day, on November 23, 2027'],
    ['2027-11-23', 'soon', 'Expires today, November 23, 2027'],
    ['2027-11-24', 'expired', 'Expired on November 23, 2027'],
  ])('on %s is %s', (today, validity, words) => {
    expect(validityOf(certificate, today)).toBe(validity);
    expect(validityWords(certificate, today)).toBe(words);
  });

  test('is valid for good without one, also from a server that knows no ends', () => {
    expect(validityOf({ validUntil: null }, '2099-01-01')).toBe('valid');
    expect(validityOf({}, '2099-01-01')).toBe('valid');
    expect(validityWords({}, '2099-01-01')).toBeUndefined();
  });
});

describe('[X3] the PDF', () => {
  const fits = (learnerName: string, courseTitle = 'Field work') => fitsPdf({ learnerName, courseTitle });
  test.each([
    'Zoë Nuñez-Łukasz',
    'Αλεξάνδρα Παπαδοπούλου',
    'Щербакова Ґанна',
    'Nguyễn Thị Ánh',
    'O’Neil',
    'Ẹ̀bùn',
    'Kaʻiulani ʻŌiwi',
    'Լենա',
    'ნინო',
  ])('is drawn for %s', (name) => expect(fits(name)).toBe(true));
  test('counts a letter and its accent as one', () => expect(fits('Zoe\u0308')).toBe(true));
  test.each([...['王小明', '山田 さくら', '김철수', 'محمد (علي)', 'שרה לוי', 'प्रियंका', 'สมชาย', 'Lena 🎓 👩‍🔧 🇪🇸 🏴󠁧󠁢󠁳󠁣󠁴󠁿']])(
    'is drawn for %s, of whose script it has a font',
    (name) => expect(fits(name)).toBe(true),
  );
  test.each(['አበበ', '𒀀'])('is not drawn for %s', (name) => expect(fits(name)).toBe(false));
  test('is not drawn for a title in other letters', () => expect(fits('Lena', 'አበበ')).toBe(false));
});
