// What an inspector reads, writes and sends: orders, notes, photos, reports.

import { label, sheetWith, tick, writing } from './strokes.ts';

const node = (x: number, y: number, digit: string) =>
  `<circle class="paper accent" cx="${x}" cy="${y}" r="34"/>${label(x - 9, y + 11, digit, 30)}`;

const order = (y: number, mark: string) =>
  `<rect class="soft" x="44" y="${y}" width="232" height="62" rx="12"/>${mark}${writing(116, y + 23, [128, 84], 18)}`;

const pin = (x: number, y: number, kind: string) =>
  `<path class="${kind}" d="M${x} ${y}q-26 -34 -26 -54a26 26 0 0 1 52 0q0 20 -26 54z"/><circle class="knob" cx="${x}" cy="${y - 54}" r="9"/>`;

const pinSymbol = '<path class="accent thin" d="M80 94q-14 -17 -14 -26a14 14 0 0 1 28 0q0 9 -14 26z"/>';

const house = '<path d="M-40 0L0 -36L40 0M-30 -6V36H30V-6"/>';

export const paper = {
  route: `<path class="accent dotted" d="M112 76H208M244 112V204M208 244H112"/>${node(76, 76, '1')}${node(244, 76, '2')}${node(244, 244, '3')}${node(76, 244, '4')}${tick(60, 168, 40)}`,
  checklist: sheetWith(
    tick(92, 122) +
      tick(92, 168) +
      tick(92, 214) +
      writing(132, 120, [88, 88, 60], 46) +
      '<rect class="thin" x="92" y="240" width="20" height="20"/>' +
      writing(132, 252, [76]),
  ),
  envelope:
    '<rect class="soft" x="40" y="84" width="240" height="164" rx="10"/><path d="M44 92L160 182L276 92"/><path class="thin" d="M46 242L126 158M274 242L194 158"/><circle class="solid" cx="272" cy="84" r="24"/><path class="on-solid" d="M272 73v22M261 84h22"/>',
  badge:
    '<rect class="soft" x="66" y="76" width="188" height="214" rx="16"/><path class="thin" d="M138 92h44v12h-44z"/><path class="accent thick" d="M84 14Q120 76 152 98M236 14Q200 76 168 98"/><circle class="accent" cx="160" cy="152" r="26"/><path class="accent" d="M114 226q0 -40 46 -40t46 40"/><path class="thick" d="M104 256h112"/>',
  orderList:
    order(44, pinSymbol) +
    `<g transform="translate(0 82)">${order(44, pinSymbol)}</g><g transform="translate(0 164)">${order(44, pinSymbol)}</g>`,
  funnel:
    '<path class="soft" d="M54 120H266L186 206V276L134 298V206z"/><path class="accent thin" d="M92 44h40v40h-40zM188 44h40v40h-40zM140 30h40v40h-40z"/><path class="accent" d="M160 150v40M146 178l14 16l14 -16"/>',
  mapPins:
    '<path class="soft" d="M34 76L114 50L206 76L286 50V252L206 280L114 252L34 280z"/><path class="thin" d="M114 50V252M206 76V280"/><path class="faint thin" d="M34 190Q120 150 160 196T286 160"/>' +
    '<path class="accent dotted" d="M92 186Q130 230 176 216Q190 200 160 150"/>' +
    pin(90, 182, 'solid') +
    pin(160, 146, 'solid') +
    pin(182, 220, 'solid') +
    pin(246, 160, 'paper'),
  orderSheet: sheetWith(
    '<g class="accent" transform="translate(122 124) scale(.8)">' +
      house +
      '</g>' +
      writing(172, 118, [52, 40], 20) +
      '<path class="thin faint" d="M90 176h140"/>' +
      '<circle class="accent thin" cx="104" cy="206" r="9"/><path class="accent thin" d="M113 206h22v8"/>' +
      writing(150, 206, [76]) +
      '<circle class="accent thin" cx="104" cy="238" r="8"/><path class="accent thin" d="M90 262q0 -14 14 -14t14 14"/>' +
      writing(150, 248, [56]),
  ),
  threePhotos:
    `<rect class="soft" x="24" y="30" width="176" height="124" rx="8"/><g transform="translate(96 94)">${house}</g>` +
    '<rect class="paper" x="96" y="112" width="140" height="106" rx="8"/><path d="M126 142h32v34h-32zM142 142v34"/><path class="accent" d="M196 124l10 18l-8 20"/>' +
    '<rect class="paper accent" x="160" y="176" width="140" height="118" rx="8"/><path class="thick" d="M206 190l18 22l-8 20l22 14"/><path class="thin" d="M172 260h116v20H172zM190 260v9M208 260v9M226 260v9M244 260v9M262 260v9"/>',
  crackRuler:
    '<path class="tint" d="M30 40H290V280H30z"/><path class="thick" d="M76 70l30 34l-8 28l36 22l38 -6l28 34l44 4"/><path class="paper" d="M46 206H274V252H46z"/><path class="thin" d="M66 206v20M86 206v12M106 206v20M126 206v12M146 206v20M166 206v12M186 206v20M206 206v12M226 206v20M246 206v12"/>' +
    '<path class="accent dotted" d="M76 86V196M244 198V188"/>' +
    label(136, 248, '17 cm', 20),
  note: sheetWith(
    label(92, 112, 'Bedroom 1', 19) +
      label(92, 148, 'North wall', 19) +
      label(92, 184, 'Crack', 19) +
      label(92, 220, '40 cm', 19) +
      '<path class="accent" d="M282 168L214 252l-10 26l26 -10L298 184z"/>',
  ),
  privacy:
    '<path d="M44 116V60h56M220 60h56v56M276 204v56h-56M100 260H44v-56"/><circle cx="126" cy="128" r="26"/><path d="M82 214q0 -46 44 -46t44 46"/><path class="thin" d="M196 118h50v70h-50zM206 136h30M206 152h30M206 168h18"/><path class="accent thick" d="M60 276L262 44"/>',
  warning:
    '<path class="soft" d="M160 48L290 270H30z"/><path class="accent thick" d="M160 126V196"/><circle class="solid" cx="160" cy="230" r="9"/>',
  savePause:
    '<circle class="soft" cx="116" cy="134" r="84"/><path class="thick accent" d="M96 100V168M136 100V168"/><path class="paper" d="M168 176H258L282 200V288H168z"/><path class="thin" d="M190 176v32h52v-32"/>' +
    tick(202, 248, 34),
  logEntry:
    '<g transform="translate(-36 8)">' +
    sheetWith(writing(94, 116, [90, 128, 128, 128, 74], 32)) +
    '</g><circle class="paper accent" cx="244" cy="218" r="58"/><path class="accent" d="M244 182V218l24 16"/>',
};
