// Says in one sentence when this Node is too old for the product. Plain JavaScript: the old Node must be able to read it.

/** The sentence for Node `version` ('20.20.2'); undefined when it is new enough. */
export function tooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return undefined;
  return `Groundwork needs Node 24.7 or newer and this is ${version}: on Linux x64 run it by "npm start" or "npm test", which bring a fitting Node along, or put node_modules/.bin first on the PATH; elsewhere install a newer Node.`;
}

/** Ends the process with that sentence where it applies. */
export function refuseOldNode() {
  const sentence = tooOld(process.versions.node);
  if (!sentence) return;
  console.error(sentence);
  process.exit(1);
}
