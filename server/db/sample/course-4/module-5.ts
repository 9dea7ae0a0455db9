import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 19,
    title: 'Photos and Notes That Hold Up',
    description: 'Build evidence that still convinces when somebody disputes it.',
    clip: 'photos-and-notes',
    body: `After this lesson you can build evidence for a finding that still convinces a stranger two years later.

The video shows how to prove what you see. Now ask of each picture: would it survive a dispute?

## Five kinds of proof
1. **Change:** repeat an old photo from the same spot and height. Name the old order in the note.
2. **Comparison:** photograph the sound side with the same light and distance.
3. **Reading:** meter display and measured place in one picture.
4. **Limit:** show what blocked your view: the insulation, the cupboard, the locked hatch.
5. **Normal:** the dry ceiling, the boiler label, the gas meter. They prove the state on the day.

## Notes that carry weight
- Write on site, not from memory.
- Give a position that can be measured again: '1.2 m east of the door, 0.4 m above the floor'.
- Mark the source: 'Owner says: since March.' Do not turn it into a fact.
- Correct a wrong note by a second one. Leave the first.

## Never
| Never | Because |
|---|---|
| Filter or sharpen a photo | It becomes doubtful |
| Delete a photo that contradicts you | It is the one somebody asks for |
| Reuse a photo from an old order | The date no longer fits |

**Watch out:** Zoom hides the place. Walk closer instead, if it is safe.`,
  },
  {
    orderIndex: 20,
    title: 'Grade Findings by Risk',
    description: 'One urgency grade from severity and time, on top of the rating.',
    minutes: 5,
    body: `After this lesson you can add an urgency grade that another certified inspector would choose too.

A rating tells the state: Fair, Poor, Safety. Owners also ask: 'What first?' The grade answers with a date.

## Two questions
- **Severity:** What is the worst likely result? Injury, damage, or looks?
- **Time:** How soon can it happen or grow worse?

## The grades
| Grade | Rating | Act within | Example |
|---|---|---|---|
| 1 Urgent | Safety | Today | Bare live wire |
| 2 Serious | Poor, damage grows fast | 30 days | Active roof leak |
| 3 Moderate | Poor, damage grows slowly | 6 months | Gutter loose, wall still dry |
| 4 Minor | Fair | Next maintenance | Worn floor |

## Rules for doubtful cases
1. Grade what you saw, not what you fear. Add the fear as a referral.
2. Between two grades, take the more serious one if people can be hurt. Otherwise take the milder one and say why.
3. Several small findings with one cause become one finding with the grade of the cause.
4. The price of the repair never changes the grade.

## Test yourself
Grade the same ten photos as a colleague, apart. Talk about every difference. Repeat each quarter.

**Watch out:** If half of your findings are grade 2, you warn about everything and nobody listens. Grade again after a break.`,
  },
  {
    orderIndex: 21,
    title: 'Read Moisture and Cracks',
    description: 'Patterns, limits, and the point where a specialist takes over.',
    minutes: 7,
    body: `After this lesson you can read moisture and crack patterns and decide when to refer.

## Moisture: pattern before number
You know the limits for wood and the dry reference. Now find the source.

1. Measure a grid of 20 cm across the stain and past its edge.
2. Find the wettest point. The source is often above it or behind it.
3. Doubt sudden jumps. Salt, foil, and metal raise the reading.

| Pattern | Often means |
|---|---|
| Band up to 1 m along the floor | Ground moisture, or a bridged damp course |
| Patch in a cold outer corner, with mould | Condensation |
| Round stain on a ceiling | Leak from above |

## Cracks: width, shape, change
| Sign | Action |
|---|---|
| Under 1 mm, no offset | Record with scale |
| 1 to 5 mm, no offset | Record, compare with old photos, advise monitoring |
| Over 5 mm, or an offset between the sides | Refer to a structural engineer |
| Any width with stuck doors or a sloping floor | Refer |

Note the direction. Steps in brickwork, wider at the top, can mean that the ground has moved.

**Watch out:** A fresh filling or new paint in one place is a finding. Record it. Do not scrape it off.`,
  },
  {
    orderIndex: 22,
    title: 'Write Findings a Client Can Act On',
    description: 'Four sentences, clear limits, and no empty words.',
    minutes: 5,
    body: `After this lesson you can write a finding that a client understands and a tradesperson can price.

Place, evidence, and advice you know. Certified work adds the consequence and a date.

## Four sentences
1. **What and where:** 'The flashing on the north side of the chimney is loose over 60 cm.'
2. **So what:** 'Rain can enter the roof. The rafter below reads 24 percent.'
3. **Do what:** 'Have a roofer fix the flashing and check the rafter.'
4. **When:** 'Grade 2, within 30 days.'

## Words to replace
| Instead of | Write |
|---|---|
| 'seems old' | 'label shows 1998' |
| 'some cracks' | 'three cracks, 0.5 to 1 mm' |
| 'monitor' | 'measure again in 6 months; call an engineer above 5 mm' |
| 'no problems' | 'no defect seen in the parts inspected' |

## State the limits
List every part not inspected, with the reason and the way to close the gap: 'Loft: hatch sealed. Open it and order a second visit.'

## Read it once as each reader
- The **owner:** Is it fair, and can I act on it?
- The **tradesperson:** Can I find the place without a call?
- The **lawyer:** Is each word backed by proof?

**Watch out:** Standard texts save time and carry old facts. After you insert one, check the room, the side, the number, and the grade.`,
  },
  {
    orderIndex: 23,
    title: 'Quiz: Evidence and Findings',
    description: 'Three decisions about proof, grades, and words.',
    minutes: 3,
    body: `Three findings from real work. Choose what you would sign.`,
    questions: [
      {
        text: 'A crack in an outer wall is 6 mm wide. The owner says it has been there for years. What do you do?',
        type: 'single_choice',
        explanation:
          'Over 5 mm goes to a structural engineer. The words of the owner are recorded as a source, but they do not replace the referral.',
        answers: [
          { text: 'Advise monitoring, because the crack is old' },
          { text: 'Grade it as minor and note the words of the owner' },
          { text: 'Record it with a scale and refer to a structural engineer', isCorrect: true },
          { text: 'Leave the grade open until the next visit' },
        ],
      },
      {
        text: 'Which facts decide the urgency grade of a finding? Choose all that apply.',
        type: 'multiple_choice',
        explanation:
          'The grade comes from severity and time. The price of the repair and the wish of the owner do not change it.',
        answers: [
          { text: 'The worst likely result', isCorrect: true },
          { text: 'How soon it can happen or grow worse', isCorrect: true },
          { text: 'The price of the repair' },
          { text: 'The wish of the owner' },
        ],
      },
      {
        text: 'A photo that seems to contradict your finding stays in the order.',
        type: 'true_false',
        explanation: 'It is the photo that somebody asks for in a dispute. Keep it and explain it in a note.',
        answers: [{ text: 'True', isCorrect: true }, { text: 'False' }],
      },
    ],
  },
];
