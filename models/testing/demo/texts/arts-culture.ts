import type { SocietyText } from '../kinds.js';

export const artsCulture: readonly SocietyText[] = [
  {
    key: 'dabke',
    name: 'Dabke Troupe',
    category: 'Arts & Culture',
    description: 'Line up, stamp, laugh, repeat. Rehearsals on Monday and Wednesday, weddings by request.',
    tags: ['dabke', 'dance', 'heritage'],
    question: 'Have you danced before, and on which evenings can you rehearse?',
    rules: 'Be on time, the line waits for nobody. Shoes with a hard sole. Costumes go back washed.',
    asks: true,
    size: 96,
    pace: 0.8,
    arabic: 0.42,
    topics: [
      ['the northern step', 'الدبكة الشمالية'],
      ['mijwiz rhythms', 'إيقاعات المجوز'],
      ['costumes', 'الأزياء'],
      ['the opening line', 'صف الافتتاح'],
      ['old wedding songs', 'أغاني الأعراس القديمة'],
      ['breathing while stamping', 'التنفس أثناء الدبكة'],
    ],
    places: [
      ['the mirror hall', 'قاعة المرايا'],
      ['the amphitheatre', 'المدرّج'],
      ['the old gym', 'الصالة القديمة'],
    ],
    en: {
      ask: [
        'Who still has the [drum|white scarves|speaker with the long cable] from [the Irbid wedding|last Wednesday|the graduation]? It is not in {place}.',
      ],
      invite: [
        "Beginners' line on {day} at {time}, {place}. We teach [one step|two steps], slowly, until your knees believe it. No partner needed.",
      ],
      recap: [
        '[Two hundred|Three hundred] people in {place} on {past}, and by the third song nobody was sitting. {friend} led the line for [the first time|twenty minutes without water].',
      ],
      share: ['I recorded {topic} at half speed, counted aloud. It helped me more than [three rehearsals|any mirror].'],
      need: [
        'A cousin of {friend} marries on {day} in [Salt|Jerash|Madaba] and wants six dancers. Who has time from {time}? Dinner is serious.',
      ],
    },
    ar: {
      ask: [
        'مين معه [الطبل|الشالات البيضا|السماعة الكبيرة] من [عرس إربد|تدريب الأربعاء|حفل التخرج]؟ دورنا في {place} وما لقينا.',
        'نبدأ العرض بـ[الدلعونا|جفرا|زريف الطول]؟ الفريق مقسوم نصين و[الطبّال|{friend}] رافض يصوّت.',
      ],
      invite: [
        'خط المبتدئين يوم {day} الساعة {time} في {place}. خطوة وحدة، على مهل، لحد ما الرجل تحفظها.',
        'تدريب مفتوح قبل [الحفل|مهرجان جرش|أسبوع التراث]: {day}، {time}، {place}. اللي بحب يتفرج أهلًا، واللي بحب يدبك أهلين.',
      ],
      recap: ['ليلة {past} في {place} كانت [نار|ولا أحلى]: ما ظل حدا قاعد بعد [الأغنية الثالثة|أول جفرا]. يعطيكم العافية فردًا فردًا.'],
      share: ['سجلت {topic} على نص السرعة مع العد بصوت عالٍ. نفعتني أكثر من [ثلاثة تدريبات|المراية].'],
      need: ['بدنا [أربعة|ستة] دبيكة ليوم {day} من الساعة {time}، عرس قرايب {friend} في [السلط|جرش|مادبا]. العشا مضمون.'],
    },
    events: [
      [
        'Dabke Night on the Steps',
        'Cultural',
        'The whole troupe, live mijwiz, and a second half in which the audience stands in line too.',
      ],
      ['خطوتك الأولى', 'Workshop', 'ساعة ونصف لمن لم يدبك من قبل. نبدأ بالعد، وننتهي بأغنية كاملة.'],
      ['أغانينا القديمة', 'Cultural', 'أمسية مع جدّات من السلط وعجلون يحكين قصص الأغاني كما حفظنها.'],
      ['Rehearsal for Jerash', 'Training', 'Full run in costume, with light and sound. Members only on the line, guests on the chairs.'],
      [
        'Embroidery and Stories',
        'Exhibition',
        'Thobes lent by families of the members, each with a card that says whose wedding it was made for.',
      ],
    ],
  },
  {
    key: 'lens',
    name: 'Lens | عدسة',
    category: 'Arts & Culture',
    description: 'Photo walks through old Amman and a darkroom that smells exactly as it should. Phones count as cameras.',
    tags: ['photography', 'film', 'amman'],
    size: 119,
    pace: 0.9,
    arabic: 0.36,
    topics: [
      ['shooting against the light', 'التصوير عكس الضوء'],
      ['street portraits', 'بورتريه الشارع'],
      ['developing film', 'تحميض الأفلام'],
      ['editing on a phone', 'التعديل على الهاتف'],
      ['black and white', 'الأبيض والأسود'],
      ['asking before you shoot', 'الاستئذان قبل التصوير'],
    ],
    places: [
      ['the darkroom', 'غرفة التحميض'],
      ['the gallery by the Kalha stairs', 'معرض درج الكلحة'],
      ['the arts corridor', 'ممر كلية الفنون'],
    ],
    en: {
      ask: [
        'Colour or black and white for [the exhibition|my series on bakeries|the stairs of Jabal Amman]? I have looked at both for so long that I see [neither|only grey].',
        'Where do you get [film|fixer|a roll of HP5] in Amman these days? The shop [downtown|in Weibdeh|near the third circle] says [after Eid|maybe next month|he does not know either].',
      ],
      invite: [
        'Photo walk on {day}: from {place} down to [the Roman theatre|the gold market|Hashem] and back with [falafel|tea]. We start at {time}, any camera is fine, also none.',
      ],
      recap: [
        '[Eighteen|Twenty-two|Nine] people, one rainy {past}, and the best light of the semester for about [four|six] minutes. {friend} got it. I was changing the film.',
      ],
      share: [
        'Contact sheet from {past} is up in {place}. Mark what you like with a [pencil dot|small dot], not with a [heart|pen], it is the only print.',
      ],
      need: [
        'Can somebody sit for a portrait on {day}? [Ten|Fifteen] minutes by the window of {place}, no make-up, no smile needed. You get the print.',
      ],
    },
    ar: {
      ask: ['ملوّن أم أبيض وأسود لـ[معرض آخر الفصل|سلسلة المخابز|صور الدرج]؟ نظرت إليها كثيرًا حتى [ضعت|كرهتها].'],
      invite: [
        'جولة تصوير يوم {day} من {place} إلى [المدرج الروماني|سوق الذهب|سوق السكر]، الساعة {time}. الهاتف يكفي، و[الفلافل|الكنافة] في النهاية.',
      ],
      recap: ['ضوء {past} بعد المطر كان هدية: [ست دقائق|ربع ساعة] فقط، و[{friend}|نصفنا] التقطها والباقي يبدل البطارية.'],
      share: ['كتبت خطوات {topic} على ورقة واحدة وعلقتها في {place}. من عنده إضافة فليكتبها بقلم رصاص.'],
      need: ['أبحث عن [شخصين|ثلاثة وجوه] لبورتريه بجانب شباك {place} يوم {day}. عشر دقائق، والصورة المطبوعة هدية.'],
    },
    events: [
      [
        'Stairs of Amman Photo Walk',
        'Meetup',
        'Four stairways, one theme: hands. We end with tea on a roof and look at the screens together.',
      ],
      ['Open Darkroom', 'Workshop', 'Develop one film from start to hanging. Chemistry is ready; bring a film you can bear to lose.'],
      ['معرض: خبز الصباح', 'Exhibition', 'ثلاثون صورة من مخابز عمّان قبل السادسة صباحًا، بعدسات أعضاء النادي.'],
      ['الصورة واحترام الناس', 'Panel Discussion', 'متى نستأذن، وماذا نفعل حين يُقال لنا لا. مع مصورتين صحفيتين ومحامٍ.'],
      ['Phone Photography for Everyone', 'Webinar', 'One hour online: light, frame, and three free tools. Questions in the chat.'],
    ],
  },
];
