// What an inspector carries and holds: telephone, scanner, battery, helmet.

import { label, phoneWith, tick, writing } from './strokes.ts';

const scannerBody =
  '<path class="soft" d="M96 48H224q18 0 18 18V146q0 18 -18 18H96q-18 0 -18 -18V66q0 -18 18 -18z"/>' +
  '<path class="soft" d="M130 164H190V262q0 20 -20 20H150q-20 0 -20 -20z"/><circle class="paper" cx="142" cy="106" r="38"/><circle class="solid" cx="142" cy="106" r="17"/>' +
  '<circle cx="210" cy="84" r="9"/><path class="thin" d="M201 124h18"/><path class="accent" d="M146 194h28"/>';

const toggle = (y: number, words: string) =>
  `<rect class="solid" x="204" y="${y}" width="76" height="40" rx="20"/><circle class="knob" cx="260" cy="${y + 20}" r="14"/>${label(34, y + 29, words, 26)}`;

const box = (y: number, sign: string, words: string) =>
  `<rect class="soft" x="50" y="${y}" width="220" height="58" rx="12"/>${label(126, y + 38, words, 26)}<g transform="translate(0 ${y})">${sign}</g>`;

const restart = '<path class="accent" d="M92 20a14 14 0 1 0 3 14"/><path class="accent thin" d="M92 10v11h-11"/>';

export const kit = {
  phone: phoneWith(
    `<circle class="accent" cx="160" cy="118" r="24"/><path class="accent" d="M120 190q0 -34 40 -34t40 34"/>${writing(124, 222, [72, 48], 20)}`,
  ),
  phoneOffline: phoneWith(
    '<path class="accent" d="M134 160a22 22 0 0 1 6 -43a28 28 0 0 1 52 10a18 18 0 0 1 -2 33z"/><path class="thick" d="M126 106L196 174"/>' +
      tick(146, 220, 30),
  ),
  download: phoneWith(
    '<path class="accent thick" d="M160 90V170M130 142l30 30l30 -30"/><path class="accent" d="M122 188v22h76v-22"/>' +
      writing(130, 240, [60]),
  ),
  phoneCall: `${phoneWith(
    '<path class="solid" d="M140 112l14 -8q6 -3 9 3l8 17q2 5 -2 8l-8 7q4 14 18 24l9 -6q5 -3 9 1l13 13q4 4 0 9l-10 11q-6 5 -14 2q-43 -22 -52 -68q-1 -8 6 -13z"/>',
  )}<path class="accent thin" d="M246 110q22 44 0 88M266 90q34 64 0 128M74 110q-22 44 0 88M54 90q-34 64 0 128"/>`,
  toggles: toggle(64, 'Camera') + toggle(140, 'Bluetooth') + toggle(216, 'Location'),
  camera:
    '<path class="soft" d="M40 100H104L124 68H196L216 100H280V258H40z"/><circle class="paper" cx="160" cy="176" r="56"/><circle class="accent" cx="160" cy="176" r="34"/><path class="accent thin" d="M146 168a18 18 0 0 1 14 -10"/><path d="M62 124h22"/><circle class="solid" cx="250" cy="128" r="8"/>',
  scanner: `${scannerBody}<path class="accent dotted" d="M60 106L14 66M60 118L14 128M62 132L22 178"/>`,
  lens:
    '<circle class="soft" cx="138" cy="140" r="100"/><circle class="paper" cx="138" cy="140" r="72"/><circle class="accent" cx="138" cy="140" r="40"/><path class="accent thin" d="M118 132a24 24 0 0 1 18 -16"/>' +
    '<path class="paper" d="M176 196q40 -30 74 -10q30 20 46 60q-30 40 -84 36q-44 -6 -60 -36q18 -8 24 -50z"/><path class="thin" d="M192 214q30 -10 50 4M196 240q30 -2 60 10"/>',
  battery:
    '<rect class="soft" x="60" y="60" width="84" height="210" rx="14"/><path d="M88 60V42h28v18"/><path class="solid" d="M74 76h56v180H74z"/><rect class="soft" x="178" y="60" width="84" height="210" rx="14"/><path d="M206 60V42h28v18"/><path class="solid" d="M192 76h56v180h-56z"/>' +
    '<path class="bolt" d="M108 116l-24 56h18l-8 46l28 -58h-20l12 -44zM226 116l-24 56h18l-8 46l28 -58h-20l12 -44z"/>',
  carryCase:
    '<path d="M120 96V66q0 -14 14 -14h52q14 0 14 14v30"/><rect class="soft" x="36" y="96" width="248" height="176" rx="18"/><path d="M36 176H130M190 176h94"/><rect class="paper accent" x="130" y="156" width="60" height="40" rx="8"/><path class="thin" d="M70 120v28M250 120v28M70 220v28M250 220v28"/>',
  calibration:
    `<g transform="translate(-44 6) scale(.84)">${scannerBody}</g><path class="paper" d="M196 106H304V286H196z"/>` +
    '<circle class="solid" cx="222" cy="136" r="11"/><circle class="solid" cx="278" cy="136" r="11"/><circle class="solid" cx="250" cy="196" r="11"/><circle class="solid" cx="222" cy="256" r="11"/><circle class="solid" cx="278" cy="256" r="11"/>' +
    tick(62, 282, 34),
  hardHat:
    '<path class="soft" d="M62 202a98 98 0 0 1 196 0z"/><path d="M136 110v-12q0 -8 8 -8h32q8 0 8 8v12"/><path class="accent" d="M136 110V160M184 110V160"/><path class="soft" d="M40 202H280q10 0 10 12t-10 12H40q-10 0 -10 -12t10 -12z"/><path class="thin" d="M92 226q10 52 68 52t68 -52"/>',
  headset:
    '<path d="M62 190V160a98 98 0 0 1 196 0V190"/><rect class="solid" x="44" y="176" width="44" height="78" rx="16"/><rect class="solid" x="232" y="176" width="44" height="78" rx="16"/><path d="M256 254v6q0 30 -34 30H186"/><rect class="soft" x="146" y="276" width="44" height="28" rx="14"/>' +
    '<path class="soft" d="M116 126h88q10 0 10 10v50q0 10 -10 10H158l-22 22v-22H116q-10 0 -10 -10v-50q0 -10 10 -10z"/><path class="accent thin" d="M126 152h68M126 172h42"/>',
  restartSteps: `${box(40, restart, 'App')}<path d="M160 104v16"/>${box(126, restart, 'Scanner')}<path d="M160 190v16"/>${box(212, tick(78, 30, 24), 'Go on')}`,
};
