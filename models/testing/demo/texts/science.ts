import type { SocietyText } from '../kinds.js';

export const science: readonly SocietyText[] = [
  {
    key: 'astro',
    name: 'Astronomy Circle',
    category: 'Science',
    description: 'Telescopes on the science roof, and star nights far away from the city lights of Amman.',
    tags: ['stars', 'telescopes', 'photography'],
    size: 142,
    pace: 0.7,
    arabic: 0.3,
    topics: [
      ['the moons of Jupiter', 'أقمار المشتري'],
      ['dark skies', 'السماء المظلمة'],
      ['winter constellations', 'كوكبات الشتاء'],
      ['sunspots', 'البقع الشمسية'],
      ['the crescent of the month', 'هلال الشهر'],
      ['star maps', 'خرائط النجوم'],
    ],
    places: [
      ['the roof observatory', 'مرصد السطح'],
      ['the physics garden', 'حديقة الفيزياء'],
      ['the farm near Azraq', 'المزرعة قرب الأزرق'],
    ],
    en: {
      ask: [
        'Is the [Dobson|small refractor|solar scope] free on {day}? I would like to show my [little sister|grandfather|roommates] [Saturn|the Moon|a sunspot] before [she moves|he travels|the exams].',
        'What was the bright [orange|white|blinking] point over [the stadium|Jabal al-Qalaa|the dorms] on {past} around [seven|eight|nine]? My guess is [Jupiter|Venus|a very patient plane].',
      ],
      invite: [
        'Clear sky promised for {day}. We open {place} at {time}: [the Moon first|Jupiter first|Saturn before it sets], then whatever you ask for. Bring a jacket, it is always colder up there.',
        'Bus to {place} on {day}, leaving the north gate at {time}. No lamps but red ones, please; your eyes need [twenty|thirty] minutes.',
      ],
      recap: [
        '[Forty|Sixty|Thirty-five] people on the roof on {past}, one queue, and a cloud that left just in time. {friend} counted [four|three] moons of Jupiter without help.',
      ],
      share: [
        'First photo of [the Orion nebula|the Moon at 62 %|the Pleiades] from {place}: [40|60|90] frames stacked, [my phone|an old Canon] on the eyepiece. Settings are on a note beside the telescope.',
      ],
      need: [
        'The [tripod|red lamp|finder scope] has lost a [screw|knob|spring]. Does anybody have a [small lathe|good drawer of old screws|relative in Quwaysimah] who could help before {day}?',
      ],
    },
    ar: {
      ask: [
        'مين شاف [الشهاب|النقطة اللامعة|الضوء المتحرك] فوق [جبل القلعة|الاستاد|السكن] مساء {past}؟ هل هو [المشتري|محطة الفضاء|طائرة] أم شيء آخر؟',
      ],
      invite: ['رصد مفتوح في {place} يوم {day} الساعة {time}. نبدأ بـ[القمر|زحل|المشتري]، والشاي ساخن، والجاكيت ضروري.'],
      recap: [
        'ليلة {past} كانت من أنقى ليالي [السنة|الفصل]: [درب التبانة بالعين المجردة|أربعة أقمار للمشتري|ستة شهب في ساعة]. شكرًا لمن ساعد في حمل التلسكوبات.',
      ],
      share: ['رتبت خريطة صغيرة عن {topic} لهذا الشهر، بالأسماء العربية القديمة أيضًا. مطبوعة عند باب {place}.'],
      need: ['نحتاج سيارتين لنقل المعدات إلى {place} يوم {day}. البنزين علينا، و[المناقيش|الفطور] كذلك.'],
    },
    events: [
      [
        'Saturn from the Roof',
        'Social',
        'The rings are tilted well this month. Three telescopes, one queue each, and somebody to explain what you see.',
      ],
      ['ليلة رصد في الأزرق', 'Social', 'ساعة ونصف بالحافلة بعيدًا عن الأضواء. نعود قبل منتصف الليل، والبطانيات من البيت.'],
      ['How to Photograph the Moon', 'Workshop', 'A phone, an adapter, and steady hands. We print the best picture of the evening.'],
      [
        'The Calendar and the Crescent',
        'Seminar',
        'How the month was found before there were tables, and why two countries can be right on different days.',
      ],
      ['الشمس في وضح النهار', 'Exhibition', 'تلسكوب شمسي أمام كلية العلوم بين المحاضرات. النظر آمن، والأسئلة مجانية.'],
    ],
  },
  {
    key: 'chem',
    name: 'نادي الكيمياء',
    category: 'Science',
    description: 'تجارب آمنة، وألوان كثيرة، وشرح يفهمه طالب السنة الأولى. نلتقي كل أسبوع في مختبر 3.',
    tags: ['كيمياء', 'تجارب', 'مدارس'],
    rules: 'النظارة الواقية أولًا. لا طعام في المختبر، ولا تجربة بلا ورقة سلامة.',
    size: 118,
    pace: 0.6,
    arabic: 0.72,
    topics: [
      ['organic chemistry', 'الكيمياء العضوية'],
      ['indicators from red cabbage', 'كواشف الملفوف الأحمر'],
      ['soap making', 'صناعة الصابون'],
      ['titration', 'المعايرة'],
      ['water from the Zarqa river', 'مياه نهر الزرقاء'],
      ['lab safety', 'السلامة في المختبر'],
    ],
    places: [
      ['lab 3', 'مختبر 3'],
      ['the chemistry corridor', 'ممر الكيمياء'],
      ['the small lecture hall', 'المدرج الصغير'],
    ],
    en: {
      ask: [
        "Does anybody have last year's [titration|spectroscopy|kinetics] questions with the [official|marked] answers? Mine stop at [page three|question six].",
      ],
      invite: ['We make [olive oil soap|natural dyes|indicator paper] in {place} on {day} at {time}. You take home what survives.'],
      recap: [
        '[Fifty|Thirty|Eighty] pupils from [Zarqa|Sahab|Baqaa] visited {place} on {past}. The favourite was, again, [the foam|the blue flame|dry ice in a glove].',
      ],
      share: ['One page on {topic}, with the three mistakes that cost me [four|six] marks. Copies hang in {place}.'],
      need: ['We need [empty jars|old lab coats, size small|red cabbages, honestly] for the school visit on {day}. Bring them to {place}.'],
    },
    ar: {
      ask: [
        'هل عند أحد [تلخيص|أسئلة سنوات|شرح مسجل] لموضوع {topic}؟ الامتحان يوم {day} وأنا [في الصفحة الثالثة|ما زلت عند المقدمة].',
        'لماذا [يتغير اللون|يتأخر الترسيب|تختلف القراءة] عندنا بعد [دقيقة|الإضافة الثالثة]؟ أعدنا التجربة [مرتين|ثلاث مرات] في {place} والنتيجة نفسها.',
      ],
      invite: [
        'نصنع [صابون زيت الزيتون|أصباغًا طبيعية|ورق كاشف] يوم {day} الساعة {time} في {place}. كل واحد يعود إلى البيت بقطعته.',
        'تجربة الأسبوع: [البركان الهادئ|ساعة اليود|نافورة الأمونيا]. يوم {day}، {time}، {place}. النظارات عندنا.',
      ],
      recap: [
        'زارتنا يوم {past} مدرسة من [الزرقاء|سحاب|البقعة|مأدبا]، [أربعون|خمسون|ثلاثون] طالبًا وأسئلة لا تنتهي. أجمل سؤال: [لماذا الذهب أصفر|هل للماء لون|من سمّى العناصر].',
      ],
      share: ['وضعت في {place} بطاقات صغيرة عن {topic}، كل بطاقة بفكرة ورسمة. خذوا وأعيدوا من فضلكم.'],
      need: ['نحتاج [ثلاثة|خمسة] متطوعين ليوم {day} لاستقبال طلبة المدارس في {place}. لا خبرة مطلوبة، فقط [صوت واضح|طولة بال].'],
    },
    events: [
      ['صابون من زيت بلدي', 'Workshop', 'من الزيت إلى القالب في ساعتين. الزيت من معصرة في عجلون، والروائح من اختيار الحضور.'],
      ['يوم المدارس في مختبر 3', 'Exhibition', 'ثماني محطات تجارب آمنة لطلبة الصفوف السادس إلى الثامن، ومعهم أهلهم.'],
      [
        'Chemistry of the Kitchen',
        'Seminar',
        'Why onions sting, why bread rises, and what a pinch of baking soda does to chickpeas. Tasting included.',
      ],
      ['مراجعة العضوية قبل الامتحان', 'Training', 'ثلاث ساعات مع فاصل شاي، نحل أسئلة السنوات السابقة على السبورة معًا.'],
      [
        'Clean Water, Explained',
        'Presentation',
        'Our samples from the Zarqa river and what we found in them, in plain words and honest numbers.',
      ],
    ],
  },
];
