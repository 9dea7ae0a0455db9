// Characters of fonts that draw other signs than Unicode says: Word writes its arrow '→' as 'à' in Wingdings.

/** Wingdings and Symbol, as the code of a character and what it draws. Others stay as they are. */
const SIGNS: Record<string, Map<number, string>> = {
  wingdings: new Map([
    ...drawn(0x21, '✏✂✁'),
    ...drawn(0x28, '☎✆✉'),
    ...drawn(0x43, '👍👎☜☞☝☟🖐☺😐☹💣☠'),
    ...drawn(0x6c, '●❍■□'),
    ...drawn(0x71, '❑❒⬧⧫◆❖'),
    ...drawn(0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'),
    [0xa7, '▪'],
    [0xd8, '➢'],
    ...drawn(0xdf, '←→↑↓↖↗↙↘'),
    ...drawn(0xe7, '←→↑↓↖↗↙↘⇦⇨⇧⇩⇔⇕'),
    ...drawn(0xfb, '✗✓☒☑'),
  ]),
  symbol: new Map([
    ...drawn(0x22, '∀#∃%&∋()∗+,−./'),
    ...drawn(0x40, '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'),
    ...drawn(0xa1, 'ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑'),
  ]),
};

function drawn(from: number, signs: string): [number, string][] {
  return [...signs].map((sign, at) => [from + at, sign]);
}

// The font of a short form is another one, as none of these comes in it.
const FONT = /(?:^|;)\s*font(?:-family)?:\s*["']?([^;,"']+)/i;
const fontOf = (element: Element | null) =>
  (element?.getAttribute('face')?.split(',')[0] ?? FONT.exec(element?.getAttribute('style') ?? '')?.[1] ?? '')
    .trim()
    .toLowerCase();

/** Makes them the signs that were seen. The codes are those of Latin-1, or the same in the private area. */
export function readSymbols(body: HTMLElement): void {
  for (const element of body.querySelectorAll('font[face], [style*="font-family" i]')) {
    const signs = SIGNS[fontOf(element)];
    if (signs)
      eachText(element, (text) => (isSetBy(text.parentElement, element) ? asSigns(text.data, signs) : text.data));
  }
}

const asSigns = (text: string, signs: Map<number, string>) =>
  [...text].map((sign) => signs.get(codeOf(sign)) ?? sign).join('');

/** Whether no element between them has another font. */
function isSetBy(inner: Element | null, outer: Element): boolean {
  for (let element = inner; element && element !== outer; element = element.parentElement)
    if (fontOf(element) !== '') return false;
  return true;
}

function eachText(element: Element, change: (text: Text) => string): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) text.nodeValue = change(text as Text);
}

function codeOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  return code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
}

/** Digits and signs have their own characters: a unit or a power must not become another number. */
const RAISED = { of: '0123456789+-−=()n', to: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ' };
const LOWERED = { of: '0123456789+-−=()', to: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎' };

/** The '2' of m² and of H₂O; '1st' and 'note [1]' are read as they are. */
export function readRaised(body: HTMLElement): void {
  for (const element of body.querySelectorAll('sup, sub, [style*="vertical-align" i]')) {
    const [, align = element.localName] =
      /vertical-align:\s*(sup|sub)(?:er)?\b/i.exec(element.getAttribute('style') ?? '') ?? [];
    const signs = { sup: RAISED, sub: LOWERED }[align.toLowerCase()];
    const text = element.textContent ?? '';
    if (!signs || !/\d|^[+−-]$|^n$/.test(text) || !/^[\d+\-−=()n,\s]+$/.test(text)) continue;
    eachText(element, ({ data }) => [...data].map((sign) => signs.to[signs.of.indexOf(sign)] ?? sign).join(''));
  }
}
