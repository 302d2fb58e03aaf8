import type { SocietyText } from '../kinds.js';

export const professional: readonly SocietyText[] = [
  {
    key: 'career',
    name: 'Career Bridge',
    category: 'Professional',
    description: 'CVs read by people who hire, mock interviews without mercy, and internships we have checked ourselves.',
    tags: ['internships', 'cv', 'interviews'],
    size: 276,
    pace: 0.9,
    arabic: 0.3,
    topics: [
      ['CVs of one page', 'السيرة الذاتية في صفحة'],
      ['mock interviews', 'المقابلات التجريبية'],
      ['summer internships', 'تدريب الصيف'],
      ['salary talks', 'التفاوض على الراتب'],
      ['LinkedIn without shame', 'لينكدإن بلا حرج'],
      ['remote work', 'العمل عن بعد'],
    ],
    places: [
      ['the career office', 'مكتب الإرشاد المهني'],
      ['Business Hall 4', 'قاعة الأعمال 4'],
      ['the alumni lounge', 'صالة الخريجين'],
    ],
    en: {
      ask: [
        'How long do you wait before you [call after an interview|ask about the salary|say that you found something else]? It is day [six|four|nine] for me.',
        'They asked me "[where do you see yourself in five years|what is your weakness|why not somebody else]" and I said ["here"|"sleep"|nothing for nine seconds]. What would you have said?',
        'Is an unpaid internship of [six|eight] weeks at [a bank|a start-up in King Hussein Park|an NGO] worth it, if I pay [three|four] dinars a day for the bus?',
      ],
      invite: [
        'Mock interviews on {day} from {time} in {place}. Twenty minutes each, real questions, kind feedback. [Jackets optional|Come as you would to the real one].',
      ],
      recap: [
        'Second interview on {past}: [forty minutes|a whole hour], [three|two] people, one of them silent. I said "I do not know" once, and that is when they [smiled|wrote something down].',
        '[Thirty-one|Twenty-four|Forty] CVs on {past}; the red pens are empty. The most common mistake: [two pages|a photo from a wedding|the word "passionate"]. {friend} has an interview already.',
      ],
      share: [
        'The mail I send after an interview has [four|three] sentences. It got me [two answers|one job|a friendly no]. Copy it from the wall in {place}.',
        '[Five|Seven|Four] internships that answer mails, pay something, and close on {day} or later. The list is on the door of {place}; I called each of them.',
      ],
      need: [
        'We look for a graduate of [Pharmacy|Civil Engineering|Law|Nursing] who works since [last year|two years] and would talk to [five|eight] students on {day}.',
        'Two of us have an interview in English on {day}. Could somebody [ask us hard questions|listen for an hour] in {place}, {time}?',
      ],
    },
    ar: {
      ask: ['هل أكتب [معدلي|عملي في محل العيلة|دورة الفوتوشوب] في السيرة الذاتية؟ عندي [صفحة ونصف|نصف صفحة] والمطلوب صفحة.'],
      invite: ['مقابلات تجريبية يوم {day} من الساعة {time} في {place}. عشرون دقيقة لكل واحد، وملاحظات [صريحة ولطيفة|تنفع].'],
      recap: ['قرأنا يوم {past} [ثلاثين|أربعين] سيرة ذاتية. أكثر خطأ: [صفحتان|صورة من عرس|كلمة شغوف]. ومبروك لـ{friend} أول مقابلة.'],
      share: ['قائمة بـ[خمسة|سبعة] أماكن تدريب ترد على الإيميل فعلًا، معلقة عند {place}. اتصلت بها واحدة واحدة.'],
      need: ['عندي مقابلة [تدريب صيفي|عمل جزئي|منحة] يوم {day}. مين يقعد معي نص ساعة ويسأل أسئلة صعبة؟'],
    },
    events: [
      ['CV Clinic', 'Workshop', 'Bring it printed. Three recruiters, red pens, ten minutes each.'],
      ['Internship Fair', 'Networking', 'Twenty-two companies from Amman and Irbid, all of which promised to bring somebody who decides.'],
      ['مقابلتك الأولى', 'Training', 'تدريب عملي بأسئلة حقيقية، وتصوير لمن يحب أن يرى نفسه.'],
      ['Working from Irbid for the World', 'Webinar', 'Four graduates who work remotely: contracts, tax, and the power cuts.'],
      ['لقاء الخريجين السنوي', 'Networking', 'طاولات صغيرة، كل طاولة بمهنة. بدّل مكانك كل ربع ساعة.'],
    ],
  },
  {
    key: 'wie',
    name: 'Women in Engineering',
    category: 'Professional',
    description: 'Civil, electrical, mechanical, software: women who build. Mentors for first-years and site visits in real boots.',
    tags: ['engineering', 'mentors', 'site visits'],
    question: 'Which year and branch are you in, and would you like a mentor or to be one?',
    asks: true,
    size: 148,
    pace: 0.7,
    arabic: 0.36,
    topics: [
      ['site visits', 'زيارات المواقع'],
      ['the mentor programme', 'برنامج الإرشاد'],
      ['steel and concrete', 'الحديد والخرسانة'],
      ['working on site', 'العمل في الموقع'],
      ['solar power', 'الطاقة الشمسية'],
      ['graduation projects', 'مشاريع التخرج'],
    ],
    places: [
      ['Engineering room 117', 'قاعة الهندسة 117'],
      ['the model hall', 'قاعة المجسمات'],
      ['the engineering courtyard', 'ساحة الهندسة'],
    ],
    en: {
      ask: [
        'How did you answer when [the foreman|an uncle|the professor] said site work is not for you? I smiled, and have been thinking of better answers for [two days|a week].',
        'Thesis on [solar power|earthquakes and old concrete] or on [water networks|old stone houses|bridges over wadis]? My supervisor likes both, my sleep likes neither.',
      ],
      invite: [
        'Site visit on {day}: [the new bridge in Abdoun|a solar field near Mafraq|the treatment plant at Samra]. Bus at {time} from {place}; boots and helmets in your size, finally.',
      ],
      recap: [
        '[Nineteen|Twenty-four] of us stood on [the eleventh floor|a turbine platform|fresh concrete] on {past}. {sister} asked the question that made the engineer [take off his glasses|call his boss].',
      ],
      share: [
        '[Eight|Ten] things about {topic} that I only learnt in my internship, from [how to read a delivery note|what to wear|whom to greet first]. Printed copies in {place}.',
      ],
      need: ['Three first-years are still without a mentor. It is [one coffee|an hour] a month. Come by {place} on {day} around {time}.'],
    },
    ar: {
      ask: ['شو ردكم لما [مراقب الموقع|حدا من العيلة] يحكي إن الموقع مش مكان مهندسات؟ أنا ابتسمت ولسا بفكر بجواب من [يومين|أسبوع].'],
      invite: [
        'زيارة موقع يوم {day}: [جسر عبدون الجديد|حقل شمسي قرب المفرق|محطة السمرا]. الباص الساعة {time} من {place}، والخوذ على المقاس.',
      ],
      recap: ['كنا [تسع عشرة|أربعًا وعشرين] في الموقع يوم {past}، وسؤال {sister} خلّى المهندس [يرجع للمخطط|يتصل بمديره].'],
      share: ['كتبت [ثمانية|عشرة] أشياء عن {topic} ما تعلمتها إلا بالتدريب. النسخ في {place}.'],
      need: ['ثلاث طالبات سنة أولى بلا مرشدة لحد الآن. [فنجان قهوة|ساعة] بالشهر. مرّوا على {place} يوم {day} الساعة {time}.'],
    },
    events: [
      ['Site Visit: Solar Field', 'Training', 'A morning among forty thousand panels, with the engineer who runs them.'],
      ['Mentors and First-Years Breakfast', 'Networking', 'Find a mentor over labaneh. Bring one question you would not ask in class.'],
      ['مشاريع تخرج بأيدينا', 'Exhibition', 'خمسة عشر مشروعًا لطالبات الهندسة بفروعها، مع شرح من صاحباتها.'],
      ['Concrete Day', 'Workshop', 'Mix, pour, break. Bring clothes that may die.'],
      ['حوار: مهندسات في الموقع', 'Panel Discussion', 'أربع مهندسات بخبرات من سنتين إلى عشرين سنة، بلا مجاملات.'],
    ],
  },
];
