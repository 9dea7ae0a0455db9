import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 24,
    title: 'Finish Floor Plans of Complex Buildings',
    description: 'Join segments, resolve contradictions, and keep the edits honest.',
    clip: 'finish-the-floor-plan',
    body: `After this lesson you can finish the plan of a building with several segments and explain every edit you made.

The video shows the usual clean-up. Large plans need a fixed sequence.

## Sequence
1. **Join** the segments at the shared room. Check two walls, not one.
2. **Stack** the levels. Align the stair and one outer corner.
3. **Correct** walls, doors, and windows. Work from the outside in.
4. **Name** the rooms by the list in the order.
5. **Compare** with your three laser checks per level.

## Contradictions
| You see | Decide |
|---|---|
| Two versions of one wall | Keep the one that fits the laser value |
| Room in the scan, not in the old plan | Keep it, add a finding 'not in the plan supplied' |
| Thick wall between two rooms | Chimney, duct, or unscanned space. Look at the photos. |
| Door opens to nothing | Count the doors in your route notes |

## What you may edit
Edit what you can prove: a wall hidden by a wardrobe, with a laser value. Mark assumed lines as 'assumed'. Leave unknown space grey.

**Watch out:** Right angles please the eye. Old houses do not have them. Switch off automatic squaring if a corner is off by more than 2 degrees.`,
  },
  {
    orderIndex: 25,
    title: 'Area Rules and Honest Tolerances',
    description: 'State the rule, the limits, and the uncertainty of every area.',
    minutes: 6,
    body: `After this lesson you can state an area together with its rule and its uncertainty.

## An area needs three facts
1. **The rule:** which measuring standard the order names. None named? Use the standard rules of SiteScan and write so on the plan.
2. **The line:** inner face, wall centre, or outer face.
3. **The tolerance:** how far the value may be off.

## Where standards differ
| Part | Check in the rule |
|---|---|
| Space under a slope | From which clear height it counts |
| Stairs and voids | On which level they count, if at all |
| Balcony, terrace | Full, part, or not |
| Garage, cellar | Listed separately, or not |
| Columns, chimneys | Taken off above which size |

## Tolerance by simple sums
A room of 5.00 m by 4.00 m has 20.0 m². If each length may be off by 2 cm, the area may be off by 5 x 0.02 + 4 x 0.02 = 0.18 m², about 0.9 percent. So write 20.0 m², not 20.03 m².

Small rooms suffer more: 2 m by 1.5 m gives 2.3 percent.

## Before you release
- [ ] Rooms of a level add up to its total
- [ ] No room counts twice, no stair twice
- [ ] Rule and line stand on the plan

**Watch out:** Never adjust an area to match a listing. Report the difference. Above 5 percent from the order, ask before you release.`,
  },
  {
    orderIndex: 26,
    title: 'Peer Review and the Returned Report',
    description: 'Review the work of others, and take a return without a fight.',
    minutes: 6,
    body: `After this lesson you can review a colleague's report in 15 minutes and handle a return of your own.

## Review in 15 minutes
1. **Three minutes, plan:** levels, doors, areas, outer wall.
2. **Five minutes, findings:** open the three worst and two others at random. Follow each one to its photo.
3. **Three minutes, gaps:** what should be there and is not? Roof, panel, boiler, water shut-off.
4. **Two minutes, words:** grades, limits, private data.
5. **Two minutes, verdict:** release, small edits, or return.

## Return with one list
- Number the points. Name room and finding.
- Mark each one: **must** or **could**.
- Return once. New points in the second round are your mistake.

Do not rewrite the report yourself. The author signs it.

## Your own report comes back
- Wait ten minutes before you answer. Argue with evidence, not with years of service.
- Look for the same error in your last three reports.
- Keep a list: date, point, cause. The same cause three times is a habit. Change one step of your routine.

## Wrong after release
Tell your lead now. Issue a new version, say what changed, and keep the old one. Never replace a file in silence.

**Watch out:** Do not review a house where you were on site yourself. You see what you remember, not what is written.`,
  },
  {
    orderIndex: 27,
    title: 'Quiz: Editing and Review',
    description: 'Three decisions before a report leaves your hands.',
    minutes: 3,
    body: `Three decisions at the desk. Think of the person who reads the plan without knowing the house.`,
    questions: [
      {
        text: 'A wall is hidden behind fixed wardrobes. You have no laser value and no photo of it. How do you draw it?',
        type: 'single_choice',
        explanation:
          'You edit only what you can prove. A line without proof may be drawn, but it must be marked as assumed.',
        answers: [
          { text: 'Straight, because most walls are straight' },
          { text: 'As an assumed line, marked as assumed', isCorrect: true },
          { text: 'Along the wardrobe fronts, without a mark' },
          { text: 'Copied from the plan in the listing' },
        ],
      },
      {
        text: 'Which facts belong with every area that you state? Choose all that apply.',
        type: 'multiple_choice',
        explanation:
          'The rule, the measuring line, and the tolerance make an area checkable. The listing may be compared, but it is no part of your value.',
        answers: [
          { text: 'The measuring rule', isCorrect: true },
          { text: 'The value in the listing' },
          { text: 'The line: inner face, centre, or outer face', isCorrect: true },
          { text: 'The tolerance', isCorrect: true },
        ],
      },
      {
        text: 'You find an error in a report that was released last week. You may correct the released file in place if the error is small.',
        type: 'true_false',
        explanation:
          'Somebody may have used the old version. Tell your lead, issue a new version, and keep the old one.',
        answers: [{ text: 'True' }, { text: 'False', isCorrect: true }],
      },
    ],
  },
];
