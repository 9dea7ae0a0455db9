/** A scan on its way through a floor plan: decoration, drawn in the colours of the theme, so it weighs nothing and is there at once. */
export function LandingPicture({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 400 340" className={`w-full ${className}`}>
      <rect x="10" y="10" width="380" height="320" rx="24" className="fill-accent-soft" />
      <g className="fill-surface stroke-line-strong" strokeWidth="5" strokeLinejoin="round">
        <path d="M52 52H348V288H52Z" />
      </g>
      <g fill="none" className="stroke-line-strong" strokeWidth="5" strokeLinecap="round">
        <path d="M190 52V104M190 148V190M52 190H104M150 190H262M306 190H348M236 190V214M236 258V288" />
      </g>
      <g fill="none" className="stroke-line-strong" strokeWidth="2.5">
        <path d="M104 190A46 46 0 0 1 150 144V190M190 104A44 44 0 0 1 234 148H190M306 190A44 44 0 0 0 262 146V190M236 258A44 44 0 0 1 192 214H236" />
      </g>
      <path
        d="M84 262H176V226H128V112H232V128H284V236H316"
        fill="none"
        className="stroke-accent"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray="1 14"
      />
      <g className="fill-accent">
        <circle cx="84" cy="262" r="9" />
        <circle cx="128" cy="112" r="9" />
        <circle cx="284" cy="128" r="9" />
      </g>
      <g>
        <circle cx="316" cy="236" r="24" className="fill-complete" />
        <path
          d="M305 237l8 8 15-16"
          fill="none"
          className="stroke-complete-ink"
          strokeWidth="5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  );
}
