import type { ForeignFile } from '#sync/contract/foreign-file.ts';

/** The files that hold questions, with what they are called. */
export const FORMATS = {
  aiken: 'Aiken',
  gift: 'GIFT',
  moodleXml: 'Moodle XML',
  qti: 'QTI',
  commonCartridge: 'Common Cartridge',
  imsPackage: 'IMS package',
  zip: 'Zip file',
};
export type Format = keyof typeof FORMATS;

export const holdsQuestions = (kind: ForeignFile['kind']): kind is Format => kind in FORMATS;
