import type { SocietyText } from '../kinds.js';

export const service: readonly SocietyText[] = [
  {
    key: 'hands',
    name: 'Giving Hands',
    category: 'Community Service',
    description: 'Tutoring, food parcels, winter coats. Two hours a week is enough to matter.',
    tags: ['volunteering', 'winter coats', 'food parcels'],
    size: 467,
    pace: 1.3,
    arabic: 0.4,
    topics: [
      ['winter coats', 'معاطف الشتاء'],
      ['food parcels', 'الطرود الغذائية'],
      ['visits to the elderly', 'زيارة كبار السن'],
      ['the school bags drive', 'حملة الحقائب المدرسية'],
      ['honest accounts', 'شفافية التبرعات'],
      ['drivers', 'السائقين'],
    ],
    places: [
      ['the store room at the student centre', 'مستودع مركز الطلبة'],
      ['the student centre hall', 'قاعة مركز الطلبة'],
      ['the hall in Baqaa', 'قاعة البقعة'],
    ],
    en: {
      ask: [
        'A family in [Jabal al-Nasr|Russeifa|Hashmi] needs a [heater|fridge|wheelchair] more than a parcel. Do we [buy one|ask the shop again|put it on the list for {day}]?',
        "We have [forty|sixty|twenty-five] [children's jackets|pairs of boots, size 36|school bags] left over. [Sahab|Ghor Safi|Zaatari|Karak], who is in touch with people there?",
        'How do you say no to [clothes nobody could wear|a donor who wants a photo|a sofa], kindly? It happened [twice|three times] this week.',
      ],
      invite: [
        'First visit? Come to the short talk on {day} at {time} in {place}: how one knocks, what one carries, when one leaves.',
        'Sorting on {day} from {time} in {place}. [Two|Three] hours, music, gloves provided. Even half an hour helps, and [the tea is strong|there is maamoul].',
      ],
      recap: [
        '[Mrs Amneh|Abu Samir|The lady on the fourth floor] asked on {past} why we come. {friend} said: for the [coffee|stories]. It is half true.',
        '[One hundred and twelve|Eighty-four|Sixty-seven] [winter coats|food parcels|school bags] went out on {past}. Thank you to [nine|twelve|seven] drivers, and to {friend}, who carried the [fridge|rice] up [four|five] floors.',
      ],
      share: [
        'The driver list is now one page with [streets|phone numbers|the best door bells]. Thank you, {friend}, for walking every stair.',
        'The accounts of [October|last month|the winter drive]: every dinar in, every dinar out, two signatures. On the wall of {place}, and whoever asks gets a copy.',
      ],
      need: [
        'Two cars missing for {day}, {time}: from {place} to [Marka|Wehdat|Ain al-Basha]. Petrol is paid, parking is an adventure.',
        'We need [rice|warm socks|notebooks|cooking oil], not [more tea|coats, thank you|clothes this week]. Box at {place} until {day}.',
      ],
    },
    ar: {
      ask: [
        'عائلة في [جبل النصر|الرصيفة|الهاشمي] محتاجة [صوبة|ثلاجة|كرسي متحرك] أكثر من الطرد. [نشتري|نسأل المحل مرة ثانية|نأجلها ليوم {day}]؟',
        'عندنا [أربعون|ستون] [جاكيت أطفال|حقيبة مدرسية|بطانية] زيادة. مين بعرف عائلات في [سحاب|غور الصافي|الكرك|الأزرق] نوصلها لهم بهدوء؟',
      ],
      invite: ['فرز وترتيب يوم {day} من الساعة {time} في {place}. [ساعتان|ثلاث ساعات] وموسيقى وشاي، ونص ساعة منك بتفرق.'],
      recap: [
        '[الحجة آمنة|أبو سمير|جارة الطابق الرابع] سألت يوم {past} ليش بنيجي. جاوب {friend}: عشان [القهوة|القصص]. ونص الجواب صحيح.',
        'وصلت يوم {past} [مئة واثنا عشر|أربعة وثمانون|سبعة وستون] طردًا إلى أصحابها. الله يعطي العافية لكل سائق، ولـ{friend} على [خمسة طوابق بلا مصعد|الرز كله].',
      ],
      share: ['حسابات [الشهر|حملة الشتاء] معلقة في {place}: كل دينار دخل وكل دينار خرج، بتوقيعين.'],
      need: ['ناقصنا سيارتان يوم {day} الساعة {time} من {place} إلى [ماركا|الوحدات|عين الباشا]. البنزين مدفوع والأجر كبير.'],
    },
    events: [
      ['Winter Coats Sorting Day', 'Fundraiser', 'Nine hundred coats, six tables. Every hour somebody makes tea.'],
      ['توزيع طرود الشتاء', 'Social', 'ننطلق من البوابة الرئيسية صباحًا. كل فريق سائق وثلاثة متطوعين وقائمة.'],
      ['Bake Sale for School Bags', 'Fundraiser', 'Cakes from home, prices from one quarter. Last year it paid for seventy bags.'],
      ['كيف نزور بيتًا؟', 'Training', 'أدب الزيارة، وما لا يُصوَّر، ومتى نسكت. إلزامي قبل أول توزيع.'],
      ['Afternoon at the Home for the Elderly', 'Social', 'Backgammon, nails, stories. Come to listen more than to talk.'],
    ],
  },
  {
    key: 'tutors',
    name: 'Tutors for Schools',
    category: 'Community Service',
    description: 'One student, one pupil, one hour a week. Mathematics, English and Arabic in four schools of East Amman.',
    tags: ['teaching', 'schools', 'east amman'],
    question: 'Which subject could you teach, and on which afternoon each week?',
    asks: true,
    size: 176,
    pace: 0.8,
    arabic: 0.44,
    topics: [
      ['fractions', 'الكسور'],
      ['reading aloud', 'القراءة الجهرية'],
      ['English for grade six', 'الإنجليزية للصف السادس'],
      ['shy pupils', 'الطلبة الخجولين'],
      ['homework without tears', 'الواجبات بلا دموع'],
      ['games that teach', 'ألعاب تعليمية'],
    ],
    places: [
      ['the school in Marka', 'مدرسة ماركا'],
      ['the community centre in Hashmi', 'مركز الهاشمي'],
      ['room 21', 'قاعة 21'],
    ],
    en: {
      ask: [
        'How do you explain [fractions|the past tense|long division|commas] to a [ten|eleven|twelve]-year-old who has decided not to listen until [the break|football|next year]?',
        'My pupil [always says he understood|writes from left to right in Arabic|finishes in two minutes and talks]. What worked for you?',
      ],
      invite: [
        'Introduction for new tutors on {day} at {time} in {place}: one hour, then you meet your pupil. Bring patience and [a pencil|two pencils].',
      ],
      recap: [
        '[Fourteen|Nine|Twenty] pupils passed their [mathematics|English|reading] test on {past}. Mine, who said in October he hated numbers, [drew me a seven|asked for more homework].',
      ],
      share: [
        'A card game about [fractions|spelling|animals in English|the times table], made from [cereal boxes|old folders]. It takes [ten|fifteen] minutes and they do not notice they are learning. Template in {place}.',
      ],
      need: [
        '[Three|Four|Two] children at {place} wait for somebody who can do [mathematics|Arabic|English] on {day}s. It is one hour, and the bus is [line 8|paid].',
      ],
    },
    ar: {
      ask: [
        'كيف شرحتم [الكسور|القسمة الطويلة|الهمزات] لطفل [مش حابب الموضوع أصلًا|ذكي بس خجول|بخلص قبل الكل]؟ جربت [الرسم|اللعب] ونص الساعة راحت.',
      ],
      invite: ['لقاء تعريفي للمعلمين الجدد يوم {day} الساعة {time} في {place}. ساعة واحدة وبعدها بتتعرف على طالبك.'],
      recap: ['[أربعة عشر|تسعة|عشرون] طالبًا نجحوا يوم {past}. طالبي اللي كان يكره الأرقام [رسم لي سبعة ملونة|طلب واجب زيادة].'],
      share: [
        'عملت لعبة ورق عن [الكسور|الهمزات|جدول الضرب] من [علب كرتون|دفاتر قديمة]. عشر دقائق لعب وهم [يتعلمون بلا ما يحسوا|يطلبون الإعادة].',
      ],
      need: ['[ثلاثة|أربعة] أطفال في {place} بانتظار معلم [رياضيات|عربي|إنجليزي] كل {day}. ساعة واحدة، والمواصلات مدفوعة.'],
    },
    events: [
      ['New Tutors Introduction', 'Training', 'How the hour is built, what to do when it falls apart, and who to call.'],
      ['ألعاب نصنعها بأيدينا', 'Workshop', 'نصنع عشر ألعاب للكسور والقراءة من مواد موجودة في كل بيت.'],
      ['Pupils Visit the Campus', 'Social', 'Sixty children, four labs, one football. Every guide walks with three of them.'],
      ['أمسية الأهالي', 'Meeting', 'لقاء مع أهالي الطلبة في مركز الهاشمي: ماذا تغيّر، وماذا نغيّر.'],
      ['Books for Hashmi', 'Fundraiser', "We collect children's books in Arabic and English. Signed by the giver, please."],
    ],
  },
];
