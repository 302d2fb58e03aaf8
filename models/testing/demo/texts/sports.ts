import type { SocietyText } from '../kinds.js';

export const sports: readonly SocietyText[] = [
  {
    key: 'courts',
    name: 'Campus Football',
    category: 'Sports & Recreation',
    description: 'Five-a-side leagues for every faculty, women and men. No tryouts, just turn up.',
    tags: ['football', 'five-a-side', 'league'],
    rules: 'Shin pads. The referee is a student too. Who insults sits out two weeks.',
    size: 532,
    pace: 1.8,
    arabic: 0.36,
    topics: [
      ['the league table', 'جدول الدوري'],
      ['goalkeeping', 'حراسة المرمى'],
      ['the new pitch', 'الملعب الجديد'],
      ['refereeing', 'التحكيم'],
      ['warming up', 'الإحماء'],
      ["the women's league", 'دوري الطالبات'],
    ],
    places: [
      ['court 2', 'ملعب 2'],
      ['the stadium', 'الاستاد'],
      ['the court behind Pharmacy', 'ملعب كلية الصيدلة'],
    ],
    headline:
      'Nursing beat Engineering 4:3 in the last minute, and I have lost my voice. Leen scored from the corner flag, and nobody can explain how. Semi-finals on Wednesday under the lights; bring your faculty and a drum.',
    en: {
      ask: [
        'What do we do about {place} after rain: [sweep it|wait|move to the hall]? On {past} [two|three] of us slipped in the same corner.',
        'Is [court 2|the stadium|the court behind Pharmacy] free on {day} from {time}? The board says yes, the [guard|basketball team|sprinkler] says no.',
        'Handball or not? Ball [bounces up from the post|comes from half a metre|was kicked by his own teammate], arm [close to the body|in front of the face]. We stopped playing for [ten|fifteen] minutes over it.',
      ],
      invite: [
        'Friendly game on {day}, {time}, {place}. We are [seven|eight|six], so [three|two|four] of you and we have two teams. Level: we apologise a lot.',
        "Women's training on {day} at {time} in {place}. New this week: {topic}. First-years, come; half of us started in [October|the second week].",
      ],
      recap: [
        'Quiet word about {past}: [two|three] yellow cards, none for fouls, all for talking. The game after that was [beautiful|much shorter|won by the quiet team].',
        'First win of the season for [Arts|Science|Education|Agriculture] on {past}, after [five|six|four] tries. {friend} carried the ball home and the ball slept on the table.',
        '[Medicine|Law|Business|Agriculture] against [IT|Pharmacy|Arts|Science] on {past}: [3:2|5:4|1:1|2:0]. {friend} [saved a penalty|scored with the wrong foot|ran more than the ball]. Handshakes all round.',
      ],
      share: [
        'Fixtures for next week are up: [nine|seven|eleven] games, [two|three] of them at {time} because somebody likes us. Swap among yourselves and tell the referee.',
        'Table after round [four|five|six] hangs at {place}. Shortest version: [three|four] faculties within [one point|two points], nobody sleeps well.',
      ],
      need: [
        'Referee wanted for {day}, {time}: [Law against Medicine|Pharmacy against IT|first-years against the staff]. You get a whistle, water and the last word.',
        'We need a goalkeeper for {day}, {time}, {place}. [Ours is at a wedding|Ours has an exam|Ours discovered volleyball]. Gloves are there, courage is yours.',
      ],
    },
    ar: {
      ask: [
        'شو نعمل بـ{place} بعد المطر: [نكنسه|نستنى|ننقل على الصالة]؟ يوم {past} انزحط [اثنان|ثلاثة] بنفس الزاوية.',
        'ملعب [2|الصيدلة|الاستاد] فاضي يوم {day} الساعة {time}؟ اللوحة بتقول آه و[الحارس|فريق السلة] بقول لأ.',
      ],
      invite: [
        'مباراة ودية يوم {day} الساعة {time} على {place}. إحنا [سبعة|ستة|ثمانية]، ناقصنا [ثلاثة|اثنين|أربعة]. المستوى: الكل بعتذر من الكل.',
      ],
      recap: [
        'أول فوز لـ[الآداب|العلوم|التربية] هالموسم يوم {past} بعد [أربع|خمس] محاولات. {friend} أخذ الكرة معه على البيت.',
        '[الطب|الحقوق|الأعمال|الزراعة] و[الصيدلة|الآداب|العلوم|الهندسة] يوم {past}: [3-2|4-4|2-1]. {friend} [صد ركلة جزاء|سجل بالرجل الغلط]، والروح الرياضية كانت أحلى هدف.',
      ],
      share: [
        'جدول الدوري بعد الجولة [الرابعة|الخامسة|السادسة] معلق عند {place}: [ثلاث|أربع] كليات بفارق نقطة، والله يعين [الأعصاب|الحكام].',
      ],
      need: [
        'بدنا حكم ليوم {day} الساعة {time}: [الحقوق والطب|الصيدلة والحاسوب|سنة أولى والموظفين]. الصافرة والمي علينا، والكلمة الأخيرة إلك.',
        'بدنا حارس ليوم {day} الساعة {time} على {place}. [حارسنا بعرس|حارسنا عنده امتحان]. القفازات موجودة والقلب القوي عليك.',
      ],
    },
    events: [
      [
        'Faculty League: Semi-finals',
        'Competition',
        'Two games under the lights. Free entry, sunflower seeds on sale for the equipment fund.',
      ],
      ['دوري الطالبات: الافتتاح', 'Competition', 'ثماني فرق من ثماني كليات. الجمهور طالبات وعائلات، والصافرة لحكمة من الجامعة.'],
      [
        'Referee in One Evening',
        'Training',
        'The rules people argue about most, with videos from our own games. You leave with a whistle.',
      ],
      ['مباراة الأساتذة والطلبة', 'Social', 'مرة في السنة، بلا رحمة. عميد الرياضة في حراسة المرمى كما وعد.'],
      ['Walk-on Friday', 'Social', 'Come alone, get a team, play three short games. No level asked.'],
    ],
  },
  {
    key: 'run',
    name: 'Slow Runners',
    category: 'Sports & Recreation',
    description: 'We run before lectures, at the speed of the slowest. Five kilometres, then manakish.',
    tags: ['running', 'mornings', 'beginners welcome'],
    size: 164,
    pace: 0.8,
    arabic: 0.3,
    topics: [
      ['running shoes', 'أحذية الجري'],
      ['the Dead Sea half marathon', 'نصف ماراثون البحر الميت'],
      ['knees', 'الركبتين'],
      ['breathing on hills', 'التنفس في الطلوع'],
      ['waking up early', 'الاستيقاظ المبكر'],
      ['running in Ramadan', 'الجري في رمضان'],
    ],
    places: [
      ['the gym foyer', 'مدخل الصالة الرياضية'],
      ['Sports City', 'مدينة الرياضة'],
      ['the athletics track', 'المضمار'],
    ],
    en: {
      ask: [
        'My [left knee|right shin|heel] complains after [three|four|six] kilometres, always downhill. [Shoes|Pace|Age], what do you think?',
        'Anyone else signed up for [the Dead Sea half|the Amman 10 k|the night run]? I would like to [share a car|train together|not be last alone].',
      ],
      invite: [
        '{day}, [5:45|6:00|6:15] in the morning, {place}. [Four|Five|Six] easy kilometres, nobody is left behind, manakish at [seven|the end].',
      ],
      recap: [
        '[Fourteen|Nineteen|Eleven] of us on {past}, fog until [the circle|the bridge], and {friend} ran five without stopping for the first time. We [clapped|bought the cheese ones].',
      ],
      share: [
        'My plan from zero to five kilometres, as a table of [eight|nine] weeks. It forgives [two|three] missed mornings. Ask and I send it.',
      ],
      need: [
        'I need a pacer for {day} at {place}: [six|six and a half|seven] minutes a kilometre, and please talk so that I do not think.',
      ],
    },
    ar: {
      ask: ['ركبتي [اليمين|الشمال] بتوجعني بعد الكيلو [الثالث|الرابع] وخصوصًا بالنزول. [الحذاء|السرعة] ولا لازم أرتاح؟'],
      invite: ['يوم {day} الساعة [5:45|6:00] صباحًا من {place}: [أربعة|خمسة] كيلومترات على مهل، وبعدها مناقيش. ما حدا بضل لحاله.'],
      recap: ['كنا [أربعة عشر|أحد عشر] يوم {past} مع ضباب خفيف، و{friend} كمّل خمسة كيلو [لأول مرة|بلا توقف]. مبروك من القلب.'],
      share: ['عندي جدول من الصفر إلى خمسة كيلو في [ثمانية|تسعة] أسابيع، متسامح مع يومين غياب. اللي بده نسخة يحكيلي.'],
      need: ['بدي حدا يركض معي يوم {day} من {place} بسرعة [سبع|ست] دقائق للكيلو، ويحكي طول الطريق.'],
    },
    events: [
      ['First Five Kilometres', 'Social', 'For everybody who has never run five. Two pacers at the back, music at the finish.'],
      ['Shoes, Knees and Honest Advice', 'Seminar', 'A physiotherapist from the university hospital answers what the shoe shop would not.'],
      ['جري الفجر إلى جبل القلعة', 'Social', 'ننطلق قبل الشروق ونصل معه. العودة مشيًا مع كعك بسمسم.'],
      ['Night Run for the Library Fund', 'Fundraiser', 'Three laps around campus with headlamps; every lap buys a book.'],
      ['تحضير نصف الماراثون', 'Training', 'خطة ثمانية أسابيع، وأول تدريب طويل معًا بسرعة الحديث.'],
    ],
  },
];
