// Houses, rooms and floor plans.

import { cross, label, planWith, rounded, tick } from './strokes.ts';

const house =
  '<path class="soft" d="M50 150V280H270V150"/><path class="soft" d="M28 164L160 52L292 164"/><path d="M226 104V66h28v62"/>' +
  '<path d="M138 280V212h44v68"/><rect x="76" y="184" width="40" height="40"/><rect x="204" y="184" width="40" height="40"/>' +
  '<path class="thin" d="M96 184v40M76 204h40M224 184v40M204 204h40"/>';

const loop = rounded([
  [150, 304],
  [150, 236],
  [90, 236],
  [90, 140],
  [66, 140],
  [66, 72],
  [134, 72],
  [134, 140],
  [110, 140],
  [110, 204],
  [210, 204],
  [210, 140],
  [186, 140],
  [186, 72],
  [254, 72],
  [254, 140],
  [230, 140],
  [230, 236],
  [170, 236],
  [170, 304],
]);

const windowFrame = (content: string) =>
  `<rect class="soft" x="70" y="50" width="180" height="210" rx="6"/>${content}<path d="M160 50v210M70 155h180"/><path d="M54 276h212"/>`;

export const housesAndPlans = {
  house,
  housePath:
    '<path class="tint" d="M50 150L160 60L270 150V270H50z"/><path d="M28 164L160 52L292 164M50 150V270H120M200 270H270V150"/>' +
    `<path class="accent dotted" d="${rounded([
      [150, 300],
      [150, 240],
      [90, 240],
      [90, 170],
      [230, 170],
      [230, 240],
      [172, 240],
      [172, 284],
    ])}"/>` +
    '<path class="accent" d="M160 282l12 18l12 -18"/>',
  loopPlan: planWith(`<path class="accent dotted" d="${loop}"/><circle class="solid" cx="160" cy="300" r="11"/>`),
  chestHeight:
    '<path class="faint" d="M30 290H290"/><circle class="soft" cx="130" cy="72" r="28"/>' +
    '<path class="soft" d="M100 200V140q0 -26 30 -26t30 26V200z"/><path d="M114 200L100 290M146 200L164 290M152 140L204 152"/>' +
    '<rect class="solid" x="202" y="134" width="26" height="40" rx="7"/><path class="accent thin" d="M240 154L296 116M240 154L296 192"/>' +
    '<path class="accent dotted" d="M60 154V280"/><path class="accent" d="M50 168l10 -16l10 16M50 274l10 14l10 -14"/>',
  doorway:
    '<path class="tint" d="M30 40H290V280H30z"/><path d="M30 160H104M216 160H290M104 142v36M216 142v36"/><path class="accent dotted" d="M160 296V190M160 130V62"/><path class="accent" d="M144 66l16 -22l16 22"/>' +
    `<circle class="solid" cx="160" cy="160" r="17"/><path class="accent thin" d="M144 140L100 84M144 180L100 236"/><path class="accent thin" d="M176 140L220 84M176 180L220 236"/>${label(232, 134, '3 s', 26)}`,
  wallDistance:
    '<path class="tint" d="M40 40H280V280H40z"/><path d="M180 280H40V40H280V280H240"/>' +
    `<path class="accent dotted" d="${rounded(
      [
        [210, 296],
        [210, 216],
        [98, 216],
        [98, 98],
        [222, 98],
        [222, 160],
      ],
      24,
    )}"/><path class="accent" d="M208 152l14 20l14 -20"/>` +
    `<path class="thin" d="M46 160h46M54 152l-8 8l8 8M84 152l8 8l-8 8"/>${label(122, 168, '1–3 m', 22)}`,
  windowReflection: windowFrame(
    '<path class="accent thin" d="M90 118L124 76M90 142L144 76M180 228L226 172M204 232L232 198"/><path class="accent dotted" d="M20 196L114 200L36 258"/><path class="accent" d="M40 234l-10 28l30 -2"/><circle class="solid" cx="18" cy="196" r="12"/>',
  ),
  sunWindow: windowFrame(
    '<circle class="solid" cx="206" cy="104" r="22"/><path class="accent thin" d="M206 70v-6M206 138v6M172 104h-6M240 104h6M182 80l-5 -5M230 128l5 5M230 80l5 -5M182 128l-5 5"/>',
  ),
  lamp:
    '<path class="faint" d="M30 286H290"/><path class="soft" d="M112 60H208L240 150H80z"/><path d="M160 150V286M116 286h88"/><path d="M196 150v34"/><circle class="solid" cx="196" cy="190" r="6"/>' +
    '<path class="accent thin" d="M66 176l-26 34M98 178l-12 42M254 176l26 34M234 180l10 40M52 110H22M268 110h30M92 44L76 22M228 44l16 -22"/>',
  mirror:
    '<ellipse class="soft" cx="110" cy="150" rx="66" ry="102"/><ellipse class="thin" cx="110" cy="150" rx="52" ry="88"/><path class="accent thin" d="M84 140L116 92M92 182L138 114"/>' +
    `<path class="faint dashed" d="M206 92H290V208H206z"/>${cross(232, 134, 32)}<path d="M110 252v28M70 280h80"/>`,
  glassTape:
    '<path class="faint" d="M24 284H296"/><rect class="soft" x="50" y="40" width="104" height="244"/><rect class="soft" x="166" y="40" width="104" height="244"/>' +
    '<path class="accent thin" d="M70 112L110 66M72 140L132 72M186 112L226 66"/><path class="solid" d="M50 160h104v22H50zM166 160h104v22H166z"/><path d="M142 206v34M178 206v34"/>',
  magnifierPlan:
    planWith('') +
    '<circle class="lens" cx="206" cy="196" r="62"/>' +
    tick(180, 196, 46) +
    '<path class="accent thick" d="M252 242L298 288"/>',
  roomCount: planWith(label(88, 120, '1', 44) + label(208, 120, '2', 44) + label(146, 234, '3', 44)),
  planGap: planWith(
    '<path class="hatch" d="M214 46H280V130H214z"/><path class="accent dashed" d="M214 46V130H280"/><path class="accent dotted" d="M160 296V216H220V150"/><path class="accent" d="M206 158l14 -18l14 18"/>',
  ),
  planGreen: `${planWith('')}<circle class="paper good" cx="160" cy="166" r="58"/>${tick(132, 166, 52)}`,
  laserLengths:
    '<path class="soft" d="M40 110V274H280V110"/><path class="soft" d="M22 110H298L160 34z"/><path d="M184 110V274"/>' +
    '<path class="accent thin" d="M52 240H172M62 230l-10 10l10 10M162 230l10 10l-10 10M196 240H268M206 230l-10 10l10 10M258 230l10 10l-10 10M82 122V264M72 132l10 -10l10 10M72 254l10 10l10 -10"/>' +
    `${label(100, 178, '2.40', 26)}${label(200, 214, '1.90', 24)}`,
  floorPlan: planWith(
    '<path class="thin" d="M80 166a40 40 0 0 1 40 -40V166M200 166a40 40 0 0 1 40 -40V166M140 266a40 40 0 0 1 40 -40V266"/><path class="accent thick" d="M70 46h56M198 46h52M280 190v48"/>',
  ),
  crookedWall:
    '<path class="faint dashed" d="M60 66H260V270"/><path class="soft" d="M60 66L226 96L260 270H60z"/><path class="accent thick" d="M60 66L226 96L260 270"/><circle class="paper accent" cx="226" cy="96" r="12"/>' +
    `<path class="thin" d="M84 176H232M94 166l-10 10l10 10M222 166l10 10l-10 10"/>${label(112, 216, '3.94 m', 24)}`,
  doorSwing:
    '<path class="tint" d="M30 110H296V290H30z"/><path class="thick" d="M30 110H100M184 110H204M286 110H296"/><path class="paper thin" d="M204 102h82v16h-82zM204 110h82"/><path class="accent" d="M100 110V194"/><path class="accent dotted" d="M104 194A84 84 0 0 0 184 114"/>' +
    '<path d="M100 98v24M184 98v24"/>',
  roomNames: planWith(label(58, 116, 'Kitchen', 20) + label(172, 116, 'Bed 1', 20) + label(138, 226, 'Hall', 20)),
  areaSum: `${planWith(label(70, 114, '16 m²', 22) + label(190, 114, '16 m²', 22) + label(130, 224, '29 m²', 22))}${label(72, 306, '61 + 6 = 67 m²', 24)}`,
};
