// Translators of browsers replace each text on the page by <font> elements, while React keeps the text node that it made.

/** What took the place of a text node, as far as it was seen. */
const standIns = new WeakMap<Node, Node>();
const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/** The child of `parent` that stands for `node`: the fonts around it, or those that replaced it. */
function standInOf(parent: Node, node: Node): Node | undefined {
  let top: Node | null = node.parentNode ? node : (standIns.get(node) ?? null);
  while (top && top.parentNode !== parent) top = isFont(top.parentNode) ? top.parentNode : null;
  return top ?? undefined;
}

function note(changes: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    const text = removedNodes[0];
    if (text?.nodeType !== Node.TEXT_NODE || text.parentNode) continue;
    const font = [addedNodes[0], previousSibling, nextSibling].find(isFont);
    if (font) standIns.set(text, font);
  }
}

/** Lets React remove, move and change a text that a translator has replaced (decision 046). */
export function tolerateTranslators(): void {
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  const find = (parent: Node, node: Node) => {
    note(observer.takeRecords());
    return standInOf(parent, node);
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const standIn = find(this, child);
    if (standIn) removeChild.call(this, standIn);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    const isHere = before === null || before.parentNode === this;
    return insertBefore.call(this, child, isHere ? before : (find(this, before) ?? null)) as T;
  };
  // What React sets to change a text.
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get(this: Text) {
      return this.data;
    },
    set(this: Text, value: string | null) {
      this.data = value ?? '';
      if (this.parentNode) return;
      note(observer.takeRecords());
      const standIn = standIns.get(this);
      if (standIn?.isConnected) (standIn as ChildNode).replaceWith(this);
    },
  });
}
