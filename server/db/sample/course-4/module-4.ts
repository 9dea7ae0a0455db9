import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 14,
    title: 'Plan the Route for Complex Buildings',
    description: 'Spine, branches, and loops for houses that a simple walk does not fit.',
    clip: 'walk-the-scan-path',
    body: `After this lesson you can plan a scan route for a large or unusual building before the first frame.

The video shows the basic path from the front door and back. Complex buildings need a plan on paper first.

## Spine, branches, loops
1. **Spine:** the hall or corridor that connects most rooms. Scan it first, both ways.
2. **Branches:** rooms off the spine. Go in, round, and out of the same door.
3. **Loops:** rooms with two ways in. Use both, and return to a place you have already scanned.

A closed loop lets the software correct itself. A long line does not.

## Choose the segment borders
A segment lasts 15 minutes at most, about 75 m². Let two segments share one full, furnished room. Never split in a doorway or a bare corridor.

| Building | Plan |
|---|---|
| Long corridor, all doors alike | A marker, such as a coloured bag, every 5 m |
| L or U shape | Own segments per wing, shared corner room |
| Separate annex | Own segment, joined through the open door |
| Two stairs | Up one, down the other: a loop over both levels |

## Walk it empty
Walk the route once without scanning. Count the doors. The plan must show the same number.

**Watch out:** Do not improvise at a locked room. Close the loop, end the segment, then decide.`,
  },
  {
    orderIndex: 15,
    title: 'Control Light, Mirrors, and Glass',
    description: 'Decide when to cover, when to wait, and when to measure by hand.',
    clip: 'light-mirrors-and-glass',
    body: `After this lesson you can choose the right measure for rooms in which several difficult surfaces meet, and prove that it worked.

The video shows the basics: lamps on, curtains open, mirrors covered or marked, tape on glass. Here they no longer suffice alone.

## Four measures, cheapest first
1. **Change the time.** East rooms after noon, west rooms before.
2. **Change the path.** Enter so that the worst surface is beside you, not in front.
3. **Cover.** Matt sheet, or painter's tape in a grid. Ask first.
4. **Measure by hand.** Laser value, photo, and a tag in the scan.

## Difficult combinations
| Place | Sign in the scan | Measure |
|---|---|---|
| Two mirrors face to face | A row of ghost rooms | Cover both |
| Mirrored wardrobe, small room | Ghost room behind the wall | Cover the full height |
| Conservatory in the sun | Walls missing, floor torn | Early visit, tape at chest height |
| Gallery with glass railing | Edge is missing | Tape the railing, stay behind it |
| Pool or standing water | Pit in the floor | Measure the rim by hand |

## Prove it
Stop after each difficult room. Look at the model from above: nothing may stand outside the outer wall.

**Watch out:** Remove every strip of tape and count it. Never put tape on fresh paint, paper, or old varnish.`,
  },
  {
    orderIndex: 16,
    title: 'Split Levels, Stairs, and Voids',
    description: 'Carry the scan safely and truly from one height to the next.',
    minutes: 4,
    body: `After this lesson you can connect levels without a height error and without a fall.

## Before the stairs
- Close the loop of the lower level at the foot of the stairs.
- Clear the steps. Switch on the stair light.
- Shorten the strap, so that one hand is free for the rail.

## On the stairs
1. Stand on a step. Hold the rail. Scan the wall, the next steps, and the ceiling.
2. Lower the scanner. Climb one step.
3. Stop and scan again. Part of each view must be known.
4. On the landing, turn once slowly before you go on.

Never look at the screen while your feet move. Never scan while walking backwards.

## Split levels
Treat every height change above 50 cm as a level of its own. Smaller steps stay in the same level. Measure each step-up by hand and enter it.

## Voids and galleries
Scan a two-storey room from below and from the gallery. Stay behind the railing.

## Check the height
| Check | Accept |
|---|---|
| Floor-to-floor height, scan against laser | Up to 2 cm apart |
| Stair count, model against house | Equal |
| Upper and lower outer wall | In line, or a real overhang |

**Watch out:** A spiral stair turns you round. Put a marker at the bottom and at the top.`,
  },
  {
    orderIndex: 17,
    title: 'Detect and Repair Drift',
    description: 'See a bent scan on site and choose the smallest repair.',
    minutes: 4,
    body: `After this lesson you can recognise drift on site and repair it with the least rescanning.

Drift is a position error that grows with every metre. Each room can look right while the house is bent.

## See it
- A wall appears twice, a few centimetres apart.
- A straight corridor curves in the top view.
- The start door and the end door of a loop stand side by side.
- A wall between two rooms is far too thick or too thin.

## Measure it
Take three laser checks per level: the longest line, one across it, one diagonal. Compare with the model.

| Difference | Decision |
|---|---|
| Wall in one room: up to 2 cm | Accept |
| Line through several rooms: up to 0.5 percent | Accept and note |
| Above that, in one room | Rescan the room |
| Above that, in several rooms | Rescan from the last good place |
| Loop error above 2 cm after one repair | Record the level again |

## Find the cause first
A fast turn, a bare corridor, a moving person, or a dirty lens. Remove it, or the second scan bends too.

## Repair
Start in a room that is certainly right. Scan 2 m of it again, then move into the bad part.

**Watch out:** Do not pull walls straight in the editor. That hides the error and moves it to the areas.`,
  },
  {
    orderIndex: 18,
    title: 'Quiz: Scan Decisions',
    description: 'Three decisions about routes, surfaces, and drift.',
    minutes: 3,
    body: `Three scans that look fine at first sight. Decide what to do while you are still in the house.`,
    questions: [
      {
        text: 'A line through four rooms is 12.00 m by laser and 12.05 m in the model. The loop is closed. What do you do?',
        type: 'single_choice',
        explanation:
          'Through several rooms the limit is 0.5 percent, which is 6 cm here. A difference of 5 cm is accepted and noted.',
        answers: [
          { text: 'Rescan all four rooms' },
          { text: 'Shorten one room by 5 cm in the editor' },
          { text: 'Record the level again' },
          { text: 'Accept the scan and note the difference', isCorrect: true },
        ],
      },
      {
        text: 'The top view shows a narrow room outside the outer wall, behind a mirrored wardrobe. You are still on site. What is the right repair?',
        type: 'single_choice',
        explanation:
          'The ghost room comes from the mirror. On site you can still get true data: cover it and scan again. Deleting the room at the desk leaves the wall unknown.',
        answers: [
          { text: 'Cover the mirror over its full height and rescan the wall', isCorrect: true },
          { text: 'Delete the ghost room in the editor and go on' },
          { text: 'Scan the mirror again, slowly and face on' },
          { text: 'Note a possible hidden room in the report' },
        ],
      },
      {
        text: 'You may keep your eyes on the screen while you climb stairs, if one hand is on the rail.',
        type: 'true_false',
        explanation:
          'Stand still to scan and lower the scanner to climb. The rail does not replace looking at the steps.',
        answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
      },
    ],
  },
];
